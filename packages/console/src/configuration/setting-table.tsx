import { Table, Text, Title } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { ConfigTable } from './config-table.tsx'
import { type Files, flattenSettings } from './config-view.ts'

/** Switches and limits, as far as the file sets them. */
export function SettingTable({ files }: { files: Files }) {
  const t = useTranslations('configuration.settings')
  return (
    <section aria-labelledby="config-settings">
      <Title order={2} size="h4" id="config-settings">
        {t('title')}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t('explain')}
      </Text>
      <ConfigTable label={t('title')} columns={[t('name'), t('value')]} minWidth={420}>
        {flattenSettings(files).map(({ path, value }) => (
          <Table.Tr key={path}>
            <Table.Td className="note-text">{path}</Table.Td>
            <Table.Td className="note-text figures">{value}</Table.Td>
          </Table.Tr>
        ))}
      </ConfigTable>
    </section>
  )
}
