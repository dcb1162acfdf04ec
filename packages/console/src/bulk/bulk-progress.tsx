import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Results } from '../work/results.tsx'
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

/**
 * How far a bulk action is, what became of each order, and what can be done about those that
 * failed.
 */
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
      <RowResults rows={rows} failed={counts.failed} />
    </Stack>
  )
}

function RowResults({ rows, failed }: { rows: readonly BulkRow[]; failed: number }) {
  const t = useTranslations('bulk.results')
  const [chosen, choose] = useState<'failed' | null>(null)
  const shown = chosen === null ? rows : rows.filter(({ state }) => state === chosen)
  return (
    <Results
      texts="bulk.results"
      isInNewTab
      choices={failed > 0 ? [{ value: 'failed', label: t('states.failed') }] : []}
      {...{ chosen, onChoose: choose }}
      results={shown.map(({ order, state, reason }) => ({
        id: order.id,
        orderId: order.id,
        order: order.orderNumber ?? order.id,
        outcome: t(`states.${state}`),
        color: colors[state],
        reason,
      }))}
    />
  )
}
