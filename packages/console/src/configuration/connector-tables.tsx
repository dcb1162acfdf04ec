import { Badge, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { useTranslations } from 'use-intl'
import { TextLink } from '../shell/text-link.tsx'
import { checkQuery, connectorRunsQuery } from './config-queries.ts'
import { ConfigTable } from './config-table.tsx'
import { type Connector, configuredConnectors, type Files, findingsAt } from './config-view.ts'

const FILE = 'connectors.json'
// With forms, which most people who look at connectors do not open.
const Subscriptions = lazy(async () => ({ default: (await import('./subscriptions/subscriptions.tsx')).Subscriptions }))

/** The ways to the outside world with their state, who is notified of events, and extensions. */
export function ConnectorTables({ files }: { files: Files }) {
  const t = useTranslations('configuration.connectors')
  return (
    <Stack gap="lg">
      <section aria-labelledby="config-connectors">
        <Title order={2} size="h4" id="config-connectors" mb="xs">
          {t('title')}
        </Title>
        <Connectors connectors={configuredConnectors(files)} />
      </section>
      <Subscriptions />
    </Stack>
  )
}

function Connectors({ connectors }: { connectors: readonly Connector[] }) {
  const t = useTranslations('configuration.connectors')
  const check = useQuery(checkQuery)
  const runs = useQuery(connectorRunsQuery)
  if (connectors.length === 0) return <Text size="sm">{t('none')}</Text>
  return (
    <ConfigTable label={t('title')} columns={[t('name'), t('kind'), t('address'), t('state'), t('runs')]} minWidth={720}>
      {connectors.map((connector, index) => (
        <Table.Tr key={connector.id}>
          <Table.Td>{connector.name}</Table.Td>
          <Table.Td>
            {connector.kind} · {connector.type}
          </Table.Td>
          <Table.Td className="note-text">{connector.url ?? connector.urlVariable ?? t('noAddress')}</Table.Td>
          <Table.Td>
            <State isActive={connector.active !== false} />
            {findingsAt(check.data?.findings ?? [], { file: FILE, pointer: `/connectors/${index}` }).map(({ reason }) => (
              <Text key={reason} size="xs" className="note-text" lang="en">
                {reason}
              </Text>
            ))}
          </Table.Td>
          <Table.Td>
            <WaitingRuns name={connector.name} count={runs.data?.get(connector.name)} isKnown={runs.data !== undefined} />
          </Table.Td>
        </Table.Tr>
      ))}
    </ConfigTable>
  )
}

function State({ isActive }: { isActive: boolean }) {
  const t = useTranslations('configuration.connectors')
  return (
    <Badge variant="dot" color={isActive ? 'green' : 'gray'} tt="none">
      {t(isActive ? 'active' : 'inactive')}
    </Badge>
  )
}

function WaitingRuns({ name, count, isKnown }: { name: string; count: number | undefined; isKnown: boolean }) {
  const t = useTranslations('configuration.connectors')
  if (!isKnown) return '–'
  if (count === undefined || count === 0) return t('noRuns')
  return (
    <TextLink to="/work" search={{ connector: [name] }}>
      {t('runCount', { count })}
    </TextLink>
  )
}
