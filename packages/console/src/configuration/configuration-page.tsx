import './configuration.css'
import { Group, Loader, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { useTitle } from '../display/use-title.ts'
import { AreaTexts } from '../preferences/area-texts.tsx'
import type { Act } from '../session/rights.ts'
import { useMay } from '../session/use-session.ts'
import { EmptyState, ErrorState } from '../shell/states.tsx'
import { ButtonLink } from '../shell/text-link.tsx'
import { configurationEn } from '../texts/en/configuration.ts'
import { storedEn } from '../texts/en/stored.ts'
import { configurationNb } from '../texts/nb/configuration.ts'
import { storedNb } from '../texts/nb/stored.ts'
import { ClientTable } from './client-table.tsx'
import { configurationQuery } from './config-queries.ts'
import { type Files, type Section, sections } from './config-view.ts'
import { ConnectorTables } from './connector-tables.tsx'
import { CheckSummary, FolderCheck } from './folder-check.tsx'
import { OrderTypes, type OrderTypesProps } from './order-types.tsx'
import { SettingTable } from './setting-table.tsx'

// What can be changed is loaded when it is looked at: most people look at what runs.
const People = lazy(async () => ({ default: (await import('./stored/people.tsx')).People }))
const NamedRoles = lazy(async () => ({ default: (await import('./stored/named-roles.tsx')).NamedRoles }))
const OrderHandling = lazy(async () => ({ default: (await import('./stored/order-handling.tsx')).OrderHandling }))
const TemplateDocuments = lazy(async () => ({ default: (await import('./stored/template-documents.tsx')).TemplateDocuments }))

/** What it takes to see a section, beyond the configuration. */
const sectionActs: Partial<Record<Section, Act>> = {
  people: 'changePeople',
  handling: 'changeConfiguration',
  templates: 'changeConfiguration',
}

const texts = {
  en: { configuration: configurationEn, stored: storedEn },
  nb: { configuration: configurationNb, stored: storedNb },
} as const

/** What the system is configured to do; people, holds, tags and mails are changed here. */
export function ConfigurationPage() {
  return (
    <AreaTexts texts={texts}>
      <Configuration />
    </AreaTexts>
  )
}

function Configuration() {
  const t = useTranslations('configuration')
  const { section = 'types' }: { section?: Section } = useSearch({ from: '/configuration' })
  const mayRead = useMay()('runAllStores')
  useTitle(mayRead ? `${t(`sections.${section}`)} · ${t('title')}` : t('title'))
  return (
    <Stack component="section" p="md" gap="md" aria-label={t('title')}>
      <div>
        <Title order={1} size="h3">
          {t('title')}
        </Title>
        {mayRead ? (
          <Text size="sm" c="dimmed">
            {t('explain')}
          </Text>
        ) : null}
      </div>
      {mayRead ? <Sections section={section} /> : <EmptyState title={t('forbidden.title')} text={t('forbidden.text')} />}
    </Stack>
  )
}

function Sections({ section }: { section: Section }) {
  const t = useTranslations('configuration')
  const configuration = useQuery(configurationQuery)
  const may = useMay()
  const offered = sections.filter((name) => may(sectionActs[name] ?? 'runAllStores'))
  return (
    <>
      <CheckSummary />
      <Group component="nav" gap="xs" aria-label={t('title')}>
        {offered.map((name) => (
          <ButtonLink
            key={name}
            to="/configuration"
            search={name === 'types' ? {} : { section: name }}
            variant={name === section ? 'light' : 'default'}
            aria-current={name === section ? 'page' : undefined}
          >
            {t(`sections.${name}`)}
          </ButtonLink>
        ))}
      </Group>
      {configuration.isPending ? <Loader role="status" aria-label={t('loading')} /> : null}
      {configuration.isError && configuration.data === undefined ? (
        <ErrorState error={configuration.error} onRetry={() => void configuration.refetch()} />
      ) : null}
      {configuration.data === undefined ? null : (
        <Suspense fallback={<Loader role="status" aria-label={t('loading')} />}>
          <Content
            section={offered.includes(section) ? section : 'types'}
            files={configuration.data.files}
            steps={configuration.data.steps}
          />
        </Suspense>
      )}
    </>
  )
}

function Content({ section, files, steps }: { section: Section; files: Files; steps: OrderTypesProps['steps'] }) {
  if (section === 'people')
    return (
      <>
        <People />
        <NamedRoles />
      </>
    )
  if (section === 'handling') return <OrderHandling />
  if (section === 'templates') return <TemplateDocuments />
  if (section === 'connectors') return <ConnectorTables files={files} />
  if (section === 'clients') return <ClientTable files={files} />
  if (section === 'settings') return <SettingTable files={files} />
  if (section === 'check') return <FolderCheck />
  return <OrderTypes files={files} steps={steps} />
}
