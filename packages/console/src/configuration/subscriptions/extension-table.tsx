import { Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { configurationQuery } from '../config-queries.ts'
import { ConfigTable } from '../config-table.tsx'

/** The extensions that are loaded, with what each adds. */
export function ExtensionTable() {
  const t = useTranslations('subscriptions')
  const extensions = useQuery(configurationQuery).data?.extensions ?? []
  const listed = (names: readonly string[]) => (names.length === 0 ? '–' : names.join(', '))
  return (
    <section aria-labelledby="config-extensions">
      <Title order={2} size="h4" id="config-extensions" mb="xs">
        {t('extensions.title')}
      </Title>
      {extensions.length === 0 ? (
        <Text size="sm">{t('extensions.none')}</Text>
      ) : (
        <ConfigTable
          label={t('extensions.title')}
          columns={[
            t('name'),
            t('extensions.steps'),
            t('extensions.connectors'),
            t('extensions.fields'),
            t('extensions.reports'),
            t('events'),
            t('extensions.version'),
          ]}
          minWidth={820}
        >
          {extensions.map(({ name, module, steps, connectors, fields, reports, events, interfaceVersion }) => (
            <Table.Tr key={module}>
              <Table.Td className="note-text">
                {name}
                <Text size="xs" c="dimmed">
                  {module}
                </Text>
              </Table.Td>
              <Table.Td className="note-text">{listed(steps)}</Table.Td>
              <Table.Td className="note-text">{listed(connectors.map(({ name, kind }) => `${name} (${kind})`))}</Table.Td>
              <Table.Td className="note-text">{listed(fields)}</Table.Td>
              <Table.Td className="note-text">{listed(reports)}</Table.Td>
              <Table.Td className="note-text">{listed(events)}</Table.Td>
              <Table.Td>{interfaceVersion}</Table.Td>
            </Table.Tr>
          ))}
        </ConfigTable>
      )}
    </section>
  )
}
