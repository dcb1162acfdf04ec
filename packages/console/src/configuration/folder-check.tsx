import { Alert, Badge, Group, Loader, Stack, Table, Text, Title } from '@mantine/core'
import type { ConfigurationCheck } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ErrorState } from '../shell/states.tsx'
import { TextLink } from '../shell/text-link.tsx'
import { checkQuery } from './config-queries.ts'
import { ConfigTable } from './config-table.tsx'

const countFindings = ({ findings }: ConfigurationCheck, severity: 'error' | 'warning') =>
  findings.filter((finding) => finding.severity === severity).length

/** Whether the files on disk are in use and in order, in one line, on every section of the page. */
export function CheckSummary() {
  const t = useTranslations('configuration.check')
  const check = useQuery(checkQuery)
  if (check.isPending) return <Loader role="status" aria-label={t('loading')} data-unsized />
  if (check.data === undefined) return null
  const { hash, hashOnDisk } = check.data
  const errors = countFindings(check.data, 'error')
  const isSame = hash === hashOnDisk
  return (
    <Alert
      variant="outline"
      role="status"
      color={errors > 0 ? 'red' : isSame ? 'gray' : 'yellow'}
      title={t(isSame ? 'same' : 'differs', { count: check.data.changes?.length ?? 0 })}
    >
      <TextLink to="/configuration" search={{ section: 'check' }}>
        {t('counts', { errors, warnings: countFindings(check.data, 'warning') })}
      </TextLink>
    </Alert>
  )
}

/** What the check of the folder found, and what a reload would change. */
export function FolderCheck() {
  const t = useTranslations('configuration.check')
  const check = useQuery(checkQuery)
  if (check.isPending) return <Loader role="status" aria-label={t('loading')} />
  if (check.data === undefined) return <ErrorState error={check.error} onRetry={() => void check.refetch()} />
  return (
    <Stack gap="lg">
      <section aria-labelledby="config-changes">
        <Title order={2} size="h4" id="config-changes">
          {t('changes')}
        </Title>
        <Text size="sm" c="dimmed" mb="xs">
          {t('explain', { hash: check.data.hash, hashOnDisk: check.data.hashOnDisk })}
        </Text>
        <Changes changes={check.data.changes} />
      </section>
      <section aria-labelledby="config-findings">
        <Title order={2} size="h4" id="config-findings" mb="xs">
          {t('findings')}
        </Title>
        <Findings findings={check.data.findings} />
      </section>
    </Stack>
  )
}

function Changes({ changes }: Pick<ConfigurationCheck, 'changes'>) {
  const t = useTranslations('configuration.check')
  if (changes === null) return <Text size="sm">{t('unreadable')}</Text>
  if (changes.length === 0) return <Text size="sm">{t('noChanges')}</Text>
  return (
    <ConfigTable label={t('changes')} columns={[t('file'), t('change')]}>
      {changes.map(({ file, what, note }) => (
        <Table.Tr key={`${file} ${what}`}>
          <Table.Td>{file}</Table.Td>
          <Table.Td className="note-text">
            {what}
            {note === null ? null : (
              <Text size="sm" c="dimmed">
                {note}
              </Text>
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </ConfigTable>
  )
}

function Findings({ findings }: Pick<ConfigurationCheck, 'findings'>) {
  const t = useTranslations('configuration.check')
  if (findings.length === 0) return <Text size="sm">{t('noFindings')}</Text>
  return (
    <ConfigTable label={t('findings')} columns={[t('severity'), t('place'), t('reason')]}>
      {findings.map(({ severity, file, pointer, line, reason, remedy }) => (
        <Table.Tr key={`${file} ${pointer} ${reason}`}>
          <Table.Td>
            <Badge variant="dot" color={severity === 'error' ? 'red' : 'yellow'} tt="none">
              {t(`severities.${severity}`)}
            </Badge>
          </Table.Td>
          <Table.Td className="note-text">
            {line === null ? file : `${file}:${line}`}
            <Text size="xs" c="dimmed">
              {pointer}
            </Text>
          </Table.Td>
          <Table.Td className="note-text">
            {reason}
            <Group gap={4} wrap="nowrap">
              <Text size="sm" c="dimmed">
                {remedy}
              </Text>
            </Group>
          </Table.Td>
        </Table.Tr>
      ))}
    </ConfigTable>
  )
}
