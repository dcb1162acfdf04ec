import { Badge, Button, Group, Progress, SegmentedControl, Stack, Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { memo, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type BulkRow, countRows, type RowState } from './bulk-rows.ts'
import type { BulkRun } from './use-bulk-run.ts'

const colors: Readonly<Record<RowState, string>> = {
  waiting: 'gray',
  running: 'blue',
  done: 'green',
  unchanged: 'gray',
  failed: 'red',
  stopped: 'gray',
}

/** How far a bulk action is, what became of each order, and what can be done about those that failed. */
export function BulkProgress({ run }: { run: BulkRun }) {
  const t = useTranslations('bulk.results')
  const { rows, isRunning } = run
  const counts = countRows(rows)
  const status = useRef<HTMLParagraphElement>(null)
  // The form that had the focus is gone.
  useEffect(() => status.current?.focus(), [])
  const part = (count: number) => (rows.length === 0 ? 0 : (count / rows.length) * 100)
  return (
    <Stack gap="sm">
      <Progress.Root size="md">
        <Progress.Section value={part(counts.done)} color="green" aria-label={t('states.done')} />
        <Progress.Section value={part(counts.unchanged)} color="gray" aria-label={t('states.unchanged')} />
        <Progress.Section value={part(counts.failed)} color="red" aria-label={t('states.failed')} />
      </Progress.Root>
      <Group justify="space-between">
        <Text size="sm" role="status" ref={status} tabIndex={-1}>
          {t('counts', { ...counts, all: rows.length, ended: counts.done + counts.unchanged + counts.failed })}
        </Text>
        <Group gap="xs">
          {isRunning ? (
            <Button size="xs" variant="default" onClick={run.stop}>
              {t('stop')}
            </Button>
          ) : null}
          {!isRunning && counts.stopped > 0 ? (
            <Button size="xs" variant="default" onClick={() => run.repeat(['stopped'])}>
              {t('goOn', { count: counts.stopped })}
            </Button>
          ) : null}
          {!isRunning && counts.failed > 0 ? (
            <Button size="xs" onClick={() => run.repeat(['failed'])}>
              {t('repeat', { count: counts.failed })}
            </Button>
          ) : null}
        </Group>
      </Group>
      <Results rows={rows} failed={counts.failed} />
    </Stack>
  )
}

function Results({ rows, failed }: { rows: readonly BulkRow[]; failed: number }) {
  const t = useTranslations('bulk.results')
  const [isNarrowed, setNarrowed] = useState(false)
  const shown = isNarrowed ? rows.filter(({ state }) => state === 'failed') : rows
  return (
    <Stack gap="xs">
      {failed > 0 ? (
        <SegmentedControl
          size="xs"
          aria-label={t('show')}
          value={isNarrowed ? 'failed' : 'all'}
          onChange={(value) => setNarrowed(value === 'failed')}
          data={[
            { value: 'all', label: t('all') },
            { value: 'failed', label: t('states.failed') },
          ]}
        />
      ) : null}
      <Table.ScrollContainer
        minWidth={420}
        mah={320}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t('title') } }}
      >
        <Table aria-label={t('title')} verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('order')}</Table.Th>
              <Table.Th>{t('outcome')}</Table.Th>
              <Table.Th>{t('reason')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((row) => (
              <ResultRow key={row.order.id} row={row} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  )
}

/** Drawn again only when something has become of it: there may be a thousand. */
const ResultRow = memo(function ResultRow({ row: { order, state, reason } }: { row: BulkRow }) {
  const t = useTranslations('bulk.results')
  return (
    <Table.Tr>
      <Table.Td>
        <Link className="order-link" to="/orders/$orderId" params={{ orderId: order.id }} target="_blank">
          {order.orderNumber ?? order.id}
        </Link>
      </Table.Td>
      <Table.Td>
        <Badge variant="dot" color={colors[state]} tt="none">
          {t(`states.${state}`)}
        </Badge>
      </Table.Td>
      <Table.Td className="note-text">{reason ?? '–'}</Table.Td>
    </Table.Tr>
  )
})
