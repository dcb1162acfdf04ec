import { Badge, Table, Text, Title } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { ConfigTable } from './config-table.tsx'
import { configuredClients, type Files } from './config-view.ts'

/** The programs that may ask for tokens. Their secrets are not known here. */
export function ClientTable({ files }: { files: Files }) {
  const t = useTranslations('configuration.clients')
  const format = useFormat()
  return (
    <section aria-labelledby="config-clients">
      <Title order={2} size="h4" id="config-clients">
        {t('title')}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t('explain')}
      </Text>
      <ConfigTable label={t('title')} columns={[t('client'), t('roles'), t('stores'), t('limit')]}>
        {configuredClients(files).map(
          ({ clientId, roles, storeIds, rateLimit, previousSecretHash, isDemo, expiresAt, networks }) => (
            <Table.Tr key={clientId}>
              <Table.Td>
                {clientId}{' '}
                {isDemo ? (
                  <Badge variant="outline" color="gray" tt="none">
                    {t('demo')}
                  </Badge>
                ) : null}
                {expiresAt ? (
                  <Text size="xs" c="dimmed">
                    {t('until', { time: format.time(expiresAt) })}
                  </Text>
                ) : null}
                {networks?.length ? (
                  <Text size="xs" c="dimmed">
                    {t('networks', { networks: networks.join(', ') })}
                  </Text>
                ) : null}
                {previousSecretHash ? (
                  <Text size="xs" c="dimmed">
                    {t('twoSecrets')}
                  </Text>
                ) : null}
              </Table.Td>
              <Table.Td>{roles.length === 0 ? t('noRoles') : roles.join(', ')}</Table.Td>
              <Table.Td>{storeIds?.length ? storeIds.join(', ') : t('allStores')}</Table.Td>
              <Table.Td className="figures">{rateLimit ? limitText(rateLimit) : t('usualLimit')}</Table.Td>
            </Table.Tr>
          ),
        )}
      </ConfigTable>
    </section>
  )
}

function limitText(limit: Readonly<Record<string, unknown>>): string {
  return Object.entries(limit)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ')
}
