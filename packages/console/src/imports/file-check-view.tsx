import { Alert, Button, Group, Progress, Stack, Table, Text } from '@mantine/core'
import { UnreadableFile } from '@open-oms/import/reading/reasons'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import type { ImportKind } from './import-kinds.ts'
import type { ReadOptions } from './reading/read-rows.ts'
import { StorageAlert } from './storage-alert.tsx'
import { type FileCheck, useFileCheck } from './use-file-check.ts'
import { useProblemsText, useReasonText } from './use-result-texts.ts'

type CheckProps = {
  file: File
  kind: ImportKind
  /** How it is read. */
  reading: ReadOptions
  isBusy: boolean
  isBeginning: boolean
  failure: Error | null
  onBegin: (check: FileCheck, reading: ReadOptions) => void
  onForget: () => void
}

/** What is in a file, before anything of it is sent, and the button that begins its import. */
export function FileCheckView({ file, kind, reading, isBusy, isBeginning, failure, onBegin, onForget }: CheckProps) {
  const t = useTranslations('imports.check')
  const check = useFileCheck(file, kind, reading)
  const readable = check.rows - check.unreadable
  return (
    <Stack gap="xs" component="section" aria-label={t('title')}>
      <FileFacts {...{ file, check }} />
      {check.isDone ? null : (
        <Progress value={(check.bytes / Math.max(1, file.size)) * 100} aria-label={t('reading', { name: file.name })} />
      )}
      {check.failure === null ? null : <Failure failure={check.failure} />}
      {check.listed.length > 0 ? <BadRows check={check} isList={reading.format === 'json'} /> : null}
      {failure === null ? null : <StorageAlert error={failure} />}
      <Group gap="xs">
        {check.failure === null ? (
          <Button
            size="xs"
            disabled={!check.isDone || readable === 0 || isBusy}
            loading={isBeginning}
            onClick={() => onBegin(check, reading)}
          >
            {check.isDone ? t(check.unreadable === 0 ? 'begin' : 'beginRest', { count: readable }) : t('wait')}
          </Button>
        ) : null}
        <Button size="xs" variant="default" disabled={isBeginning} onClick={onForget}>
          {t('forget')}
        </Button>
        {isBusy ? (
          <Text size="sm" c="dimmed">
            {t('busy')}
          </Text>
        ) : null}
      </Group>
    </Stack>
  )
}

function FileFacts({ file, check }: { file: File; check: FileCheck }) {
  const t = useTranslations('imports.check')
  const format = useFormat()
  const { rows, unreadable, isDone, failure } = check
  const size = t('size', { kilobytes: Math.ceil(file.size / 1_024) })
  return (
    <div>
      <Text size="sm" fw={600} className="note-text">
        {file.name}
      </Text>
      <Text size="sm" c="dimmed" role="status">
        {failure === null
          ? t(isDone ? 'found' : 'foundSoFar', { size, rows: format.count(rows), count: rows, unreadable })
          : size}
      </Text>
    </div>
  )
}

function Failure({ failure }: { failure: Error }) {
  const t = useTranslations('imports.check')
  const reasonText = useReasonText()
  const reason = failure instanceof UnreadableFile ? reasonText(failure.named) : failure.message
  return (
    <Alert color="red" variant="outline" role="alert" title={t('unreadableFile')}>
      <Text size="sm" className="note-text">
        {failure instanceof UnreadableFile ? t('fromLine', { line: failure.line, reason }) : reason}
      </Text>
    </Alert>
  )
}

/** The first of the rows that cannot be read. */
function BadRows({ check, isList }: { check: FileCheck; isList: boolean }) {
  const t = useTranslations('imports')
  const problemsText = useProblemsText()
  const { listed, unreadable } = check
  return (
    <Stack gap={4}>
      <Table.ScrollContainer
        minWidth={300}
        mah={260}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t('check.badRows') } }}
      >
        <Table aria-label={t('check.badRows')} verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={80}>{t(isList ? 'report.item' : 'report.line')}</Table.Th>
              <Table.Th>{t('report.reason')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {listed.map(({ line, key, problems }) => (
              <Table.Tr key={line}>
                <Table.Td className="figures">{line}</Table.Td>
                <Table.Td className="note-text">
                  {key === null ? '' : `${key}: `}
                  {problemsText(problems)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {unreadable > listed.length ? (
        <Text size="sm" c="dimmed">
          {t('check.more', { count: unreadable - listed.length })}
        </Text>
      ) : null}
    </Stack>
  )
}
