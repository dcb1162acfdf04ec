import { Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useTitle } from '../display/use-title.ts'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { useMay } from '../session/use-session.ts'
import { PageLinks } from '../shell/page-links.tsx'
import { workEn } from '../texts/en/work.ts'
import { workNb } from '../texts/nb/work.ts'

const texts = { en: { work: workEn }, nb: { work: workNb } } as const
const pages = {
  runs: '/work',
  deliveries: '/work/deliveries',
  deadLetters: '/work/dead-letters',
  imports: '/work/imports',
} as const
type Name = keyof typeof pages

/** Gives the pages and dialogs of work their texts. */
export function WorkTexts({ children }: { children: ReactNode }) {
  return <AreaTexts texts={texts}>{children}</AreaTexts>
}

/** The way from one page of work to another, for who may see more than one. */
export function WorkPages({ page }: { page: Name }) {
  const t = useTranslations('work')
  const may = useMay()
  const isOffered: Readonly<Record<Name, boolean>> = {
    runs: may('readOrders'),
    deliveries: may('changeOrders'),
    deadLetters: may('runAllStores'),
    imports: may('changeOrders') || may('changeProducts'),
  }
  const names = (Object.keys(pages) as Name[]).filter((name) => isOffered[name])
  if (names.length < 2) return null
  return (
    <PageLinks
      title={t('title')}
      pages={names.map((name) => ({ name: t(`pages.${name}`), to: pages[name], isHere: name === page }))}
    />
  )
}

type FrameProps = { page: Exclude<Name, 'runs'>; filters?: ReactNode; children: ReactNode }

/**
 * What the pages of work beside the queue have in common: title, the way from one to another, and
 * what narrows their list.
 */
export function WorkFrame({ page, filters, children }: FrameProps) {
  const t = useTranslations('work')
  useTitle(t(`pages.${page}`))
  return (
    <Stack component="section" gap={0} aria-label={t(`pages.${page}`)}>
      <Stack gap="xs" px="md" pt="sm" pb="xs">
        <Title order={1} size="h3" mih={32}>
          {t('title')}
        </Title>
        <WorkPages page={page} />
        {filters}
      </Stack>
      {children}
    </Stack>
  )
}
