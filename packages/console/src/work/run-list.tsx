import { Badge, Box, Checkbox, Table, Text } from '@mantine/core'
import type { FoundRun } from '@open-oms/client/types'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useStatusNames } from '../configuration/use-status-names.ts'
import { useStoreNames } from '../configuration/use-store-names.ts'
import { useFormat } from '../display/use-format.ts'
import { useMay } from '../session/use-session.ts'
import { useWords } from '../vocabulary/use-words.ts'
import { RunActions } from './run-actions.tsx'
import { SelectAll, toggled, WorkTable } from './work-list.tsx'

const colors = {
  Aborted: 'red',
  Interrupted: 'red',
  Waiting: 'orange',
  Held: 'orange',
  Running: 'blue',
  Finished: 'green',
} as const

type ListProps = { runs: readonly FoundRun[]; selected: ReadonlySet<string>; onSelect: (selected: ReadonlySet<string>) => void }

/** Runs of which each says why it does not go on. */
export function RunList({ runs, selected, onSelect }: ListProps) {
  const t = useTranslations('work.runs')
  const mayChange = useMay()('changeOrders')
  return (
    <WorkTable label={t('title')}>
      <Table.Thead>
        <Table.Tr>
          {mayChange ? (
            <SelectAll ids={runs.map(({ runId }) => runId)} {...{ selected, onSelect }} label={t('selectAll')} />
          ) : null}
          <Table.Th>{t('order')}</Table.Th>
          <Table.Th>{t('state')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('step')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('reason')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('since')}</Table.Th>
          {mayChange ? (
            <Table.Th>
              <span className="for-screen-readers">{t('actions')}</span>
            </Table.Th>
          ) : null}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {runs.map((run) => (
          <RunRow
            key={run.runId}
            {...{ run, mayChange, isSelected: selected.has(run.runId) }}
            onToggle={() => onSelect(toggled(selected, run.runId))}
          />
        ))}
      </Table.Tbody>
    </WorkTable>
  )
}

type RowProps = { run: FoundRun; mayChange: boolean; isSelected: boolean; onToggle: () => void }

function RunRow({ run, mayChange, isSelected, onToggle }: RowProps) {
  const t = useTranslations('work.runs')
  const format = useFormat()
  const words = useWords()
  const nameOf = useStatusNames()
  const storeName = useStoreNames()
  const order = run.orderNumber ?? run.orderId
  const status = nameOf(run.status, run.orderType)
  return (
    <Table.Tr aria-selected={mayChange ? isSelected : undefined}>
      {mayChange ? (
        <Table.Td>
          <Checkbox size="xs" checked={isSelected} onChange={onToggle} aria-label={t('select', { order, status })} />
        </Table.Td>
      ) : null}
      <Table.Td>
        <Link className="order-link" to="/orders/$orderId" params={{ orderId: run.orderId }}>
          {order}
        </Link>
        <Text size="xs" c="dimmed">
          {[storeName(run.storeId), t('into', { status })].join(' · ')}
        </Text>
        <Box hiddenFrom="sm">
          <Reason run={run} />
        </Box>
      </Table.Td>
      <Table.Td>
        <Badge variant="dot" color={colors[run.state]} tt="none" miw="max-content">
          {t(`states.${run.state}`)}
        </Badge>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        {run.step === null ? '–' : words('workflowSteps', run.step)}
        <Text size="xs" c="dimmed">
          {run.connector ?? ''}
        </Text>
      </Table.Td>
      <Table.Td maw={360} visibleFrom="sm">
        <Reason run={run} />
      </Table.Td>
      <Table.Td className="figures" visibleFrom="sm">
        {format.time(run.since)}
      </Table.Td>
      {mayChange ? (
        <Table.Td>
          <RunActions runs={[run]} isSmall name={order} />
        </Table.Td>
      ) : null}
    </Table.Tr>
  )
}

/** Why a run does not go on, and when it is tried again. */
export function Reason({ run: { reason, reasonClass, nextAttempt } }: { run: FoundRun }) {
  const t = useTranslations('work.runs')
  const format = useFormat()
  const words = useWords()
  return (
    <>
      <Text size="sm" className="note-text">
        {reason ?? (reasonClass === null ? '–' : words('reasonClasses', reasonClass))}
      </Text>
      {nextAttempt === null ? null : (
        <Text size="xs" c="dimmed">
          {t('nextAttempt', { time: format.time(nextAttempt) })}
        </Text>
      )}
    </>
  )
}
