import { Button, Group, List, Modal, NativeSelect, Progress, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { isApiError } from '@open-oms/client/errors'
import type { Order } from '@open-oms/client/types'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { gateway } from '../session/gateway.ts'
import { ErrorState } from '../shell/states.tsx'

type Outcome = { order: Order; problem: string | null }

/** Moves many orders to one status, and says of each what became of it. */
export function BulkMove({ orders }: { orders: readonly Order[] }) {
  const t = useTranslations('orders.bulk')
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <Button size="xs" onClick={open}>
        {t('open')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('title', { count: orders.length })}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        {isOpen ? <MoveForm orders={orders} /> : null}
      </Modal>
    </>
  )
}

function MoveForm({ orders }: { orders: readonly Order[] }) {
  const t = useTranslations('orders.bulk')
  const transitions = useTransitions(orders)
  const [status, setStatus] = useState('')
  const { outcomes, isRunning, move } = useMoves(orders)
  if (transitions.isError) return <ErrorState error={transitions.error} onRetry={() => void transitions.refetch()} />
  const choices = [...(transitions.data ?? [])]
  return (
    <Stack>
      <NativeSelect
        label={t('status')}
        value={status}
        disabled={isRunning || transitions.isPending}
        onChange={({ currentTarget }) => setStatus(currentTarget.value)}
        data={[
          { value: '', label: t('choose') },
          ...choices.map(([name, count]) => ({ value: name, label: t('choice', { status: name, count, all: orders.length }) })),
        ]}
      />
      <Text size="sm" c="dimmed">
        {t('explain')}
      </Text>
      <Group justify="flex-end">
        <Button disabled={status === '' || outcomes.length > 0} loading={isRunning} onClick={() => void move(status)}>
          {t('submit')}
        </Button>
      </Group>
      {outcomes.length > 0 ? <Outcomes outcomes={outcomes} all={orders.length} /> : null}
    </Stack>
  )
}

/** For each status, how many of the orders may go there. */
function useTransitions(orders: readonly Order[]) {
  return useQuery({
    queryKey: ['transitions', orders.map(({ id, versionId }) => `${id} ${versionId}`)],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(
        orders.map(({ id }) => gateway.get('/api/Orders/{orderId}/Transitions', { params: { orderId: id }, signal })),
      )
      const counts = new Map<string, number>()
      for (const { status, allowed } of lists.flat()) if (allowed) counts.set(status, (counts.get(status) ?? 0) + 1)
      return counts
    },
  })
}

function useMoves(orders: readonly Order[]) {
  const t = useTranslations('orders.bulk')
  const queries = useQueryClient()
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  const [isRunning, setRunning] = useState(false)
  const move = async (status: string) => {
    setRunning(true)
    // One after the other: each may capture money, and who watches can follow.
    for (const order of orders) {
      const problem = await moveOne(order, status).catch((error: Error) =>
        isApiError(error, 'VersionConflict') ? t('changed') : error.message,
      )
      setOutcomes((done) => [...done, { order, problem }])
    }
    setRunning(false)
    await queries.invalidateQueries({ queryKey: ['orders'] })
  }
  return { outcomes, isRunning, move }
}

async function moveOne({ id, versionId }: Order, status: string): Promise<string | null> {
  const options = versionId === null ? {} : { ifMatch: versionId }
  const result = await gateway.post('/api/Orders/{orderId}/UpdateStatus', {
    params: { orderId: id },
    body: { status },
    ...options,
  })
  const failed = result.orderActionExecutionResults.find(({ errorReason }) => errorReason !== null)
  return result.isAborted ? (failed?.message ?? failed?.errorReason ?? 'aborted') : null
}

function Outcomes({ outcomes, all }: { outcomes: readonly Outcome[]; all: number }) {
  const t = useTranslations('orders.bulk')
  const failures = outcomes.filter(({ problem }) => problem !== null)
  return (
    <Stack gap="xs">
      <Progress
        value={(outcomes.length / all) * 100}
        aria-label={t('progress')}
        color={failures.length > 0 ? 'orange' : 'green'}
      />
      <Text size="sm" role="status">
        {t('done', { moved: outcomes.length - failures.length, failed: failures.length })}
      </Text>
      <List size="sm" spacing={4}>
        {outcomes.map(({ order, problem }) => (
          <List.Item key={order.id}>
            <strong>{order.orderNumber ?? order.id}</strong>: {problem ?? t('moved')}
          </List.Item>
        ))}
      </List>
    </Stack>
  )
}
