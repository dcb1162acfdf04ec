import { Alert, Button, Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { goodsLeave } from '../configuration/status-meaning.ts'
import { useConfiguredNames } from '../configuration/use-configured-names.ts'
import { useStatusNames } from '../configuration/use-status-names.ts'
import { openHolds } from '../holds/open-holds.ts'
import { gateway } from '../session/gateway.ts'
import { ErrorState } from '../shell/states.tsx'
import { moveTo } from './attempts.ts'
import type { BulkFormProps, BulkOrder } from './bulk-action.ts'
import { BulkProgress } from './bulk-progress.tsx'
import { useBulkRun } from './use-bulk-run.ts'

/** Moves many orders to one status. */
export function MoveForm({ orders }: BulkFormProps) {
  const t = useTranslations('bulk.move')
  const transitions = useTransitions(orders)
  const run = useBulkRun(orders)
  const nameOf = useStatusNames()
  const [status, setStatus] = useState('')
  const [isRiskTaken, setRiskTaken] = useState(false)
  const names = useConfiguredNames()
  const leave = goodsLeave(names?.orderTypes, { orders, status })
  if (run.isBegun) return <BulkProgress run={run} />
  if (transitions.isError) return <ErrorState error={transitions.error} onRetry={() => void transitions.refetch()} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const there = new Set(orders.filter((order) => order.status === status).map(({ id }) => id))
    const refusals = { unpaid: t('unpaid'), held: t('held'), missing: t('missing') }
    run.start(moveTo({ status, there, stopped: t('aborted'), refusals: leave && !isRiskTaken ? refusals : null }))
  }
  return (
    <Stack component="form" onSubmit={submit}>
      <NativeSelect
        label={t('status')}
        value={status}
        data-autofocus
        disabled={transitions.isPending}
        onChange={({ currentTarget }) => {
          setStatus(currentTarget.value)
          setRiskTaken(false)
        }}
        data={[
          { value: '', label: t('choose') },
          ...[...(transitions.data ?? [])].map(([name, count]) => ({
            value: name,
            label: t('choice', { status: nameOf(name, commonOrderType(orders)), count, all: orders.length }),
          })),
        ]}
      />
      <Text size="sm" c="dimmed">
        {t('explain')}
      </Text>
      {leave ? (
        <Alert color="red" variant="outline" title={t('risk')}>
          <Checkbox
            label={t('shipAnyway')}
            description={t('shipAnywayHelp')}
            checked={isRiskTaken}
            onChange={({ currentTarget }) => setRiskTaken(currentTarget.checked)}
          />
        </Alert>
      ) : null}
      <Group justify="flex-end">
        <Button type="submit" {...(leave && isRiskTaken ? { color: 'red' } : {})} disabled={status === ''}>
          {t('submit')}
        </Button>
      </Group>
    </Stack>
  )
}

/** The type of the orders; none where they have several. */
function commonOrderType(orders: readonly BulkOrder[]): string | undefined {
  const [type, ...others] = new Set(orders.map(({ orderType }) => orderType))
  return others.length === 0 ? type : undefined
}

/**
 * For each status, how many of the orders may go there: orders of a type and status are alike, so
 * one of them is asked for.
 */
function useTransitions(orders: readonly BulkOrder[]) {
  const alike = Map.groupBy(orders, (order) => JSON.stringify([order.orderType, order.status, openHolds(order).length > 0]))
  const groups = [...alike.values()].map(([first, ...others]) => ({
    id: first?.id ?? '',
    from: first?.status,
    count: others.length + 1,
  }))
  return useQuery({
    queryKey: ['transitions', groups, orders.map(({ versionId }) => versionId)],
    queryFn: async ({ signal }) => {
      const counts = new Map<string, number>()
      const add = async ({ id, from, count }: (typeof groups)[number]) => {
        const transitions = await gateway.get('/api/Orders/{orderId}/Transitions', { params: { orderId: id }, signal })
        for (const { status, allowed } of transitions)
          if (allowed && status !== from) counts.set(status, (counts.get(status) ?? 0) + count)
      }
      await Promise.all(groups.map(add))
      return counts
    },
  })
}
