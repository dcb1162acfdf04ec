import { Button, Checkbox, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { HoldReasonField } from '../configuration/hold-reason-field.tsx'
import { useHoldReasons } from '../configuration/use-hold-reasons.ts'
import { useStatusNames } from '../configuration/use-status-names.ts'
import type { OrderActionProps } from '../order/order-action.ts'
import { useOrderWrite } from '../order/use-order-write.ts'
import { WriteProblem } from '../order/write-problem.tsx'
import { gateway } from '../session/gateway.ts'
import { showUndo } from '../shell/undo-notice.tsx'
import { openHolds } from './open-holds.ts'
import { namesOfRuns, runsInStateQuery } from './run-queries.ts'

/** Holds an order; the notification of it releases that hold again. */
export function HoldForm({ order, onDone }: OrderActionProps) {
  const t = useTranslations('holds.hold')
  const [reasonCode, setReasonCode] = useState('')
  const [note, setNote] = useState('')
  const [until, setUntil] = useState('')
  const [isUntilPaid, setUntilPaid] = useState(false)
  const holding = useHolding(order, onDone)
  const isPast = until !== '' && new Date(until).getTime() <= Date.now()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPast) return
    holding.mutate({
      reasonCode: reasonCode.trim(),
      note: note.trim() === '' ? null : note.trim(),
      until: until === '' ? null : new Date(until).toISOString(),
      releaseRule: isUntilPaid ? 'PaidInFull' : null,
    })
  }
  return (
    <Stack component="form" onSubmit={submit}>
      <Text size="sm">{t('explain')}</Text>
      <HoldReasonField label={t('reasonCode')} description={t('reasonCodeHelp')} value={reasonCode} onChange={setReasonCode} />
      <Textarea
        label={t('note')}
        autosize
        minRows={2}
        maxLength={1_000}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <TextInput
        label={t('until')}
        type="datetime-local"
        error={isPast ? t('untilPast') : null}
        value={until}
        onChange={({ currentTarget }) => setUntil(currentTarget.value)}
      />
      {order.remainingPayment > 0 ? (
        <Checkbox
          label={t('whenPaid')}
          checked={isUntilPaid}
          onChange={({ currentTarget }) => setUntilPaid(currentTarget.checked)}
        />
      ) : null}
      <RunningSteps orderId={order.id} />
      <WriteProblem orderId={order.id} error={holding.error} onReloaded={holding.reset} />
      <Group justify="flex-end">
        <Button type="submit" disabled={reasonCode.trim() === '' || isPast} loading={holding.isPending}>
          {t('submit')}
        </Button>
      </Group>
    </Stack>
  )
}

type HoldRequest = { reasonCode: string; note: string | null; until: string | null; releaseRule: 'PaidInFull' | null }

function useHolding(order: Order, onDone: () => void) {
  const t = useTranslations('holds')
  const reasonName = useHoldReasons()
  return useOrderWrite(order, {
    send: (body: HoldRequest, write) => gateway.post('/api/Orders/{orderId}/Holds', { ...write, body }),
    onWritten: (held, { reasonCode }) => {
      const hold = openHolds(held).at(-1)
      if (hold !== undefined) {
        const params = { orderId: order.id, holdId: hold.id }
        showUndo({
          message: t('hold.done', { reason: reasonName(reasonCode) }),
          closeLabel: t('close'),
          // This hold and no other one, whatever else has happened to the order: no version is
          // asked for.
          undo: async () => {
            const now = await gateway.get('/api/Orders/{orderId}', { params })
            if (!openHolds(now).some(({ id }) => id === hold.id)) throw new Error(t('hold.isReleased'))
            await gateway.post('/api/Orders/{orderId}/Holds/{holdId}/Release', { params })
          },
        })
      }
      onDone()
    },
  })
}

/** What is under way: it waits before its next call. The API has no dry run of a hold. */
function RunningSteps({ orderId }: { orderId: string }) {
  const t = useTranslations('holds.hold')
  const nameOf = useStatusNames()
  const { data: runs = [] } = useQuery(runsInStateQuery(orderId, 'Running'))
  if (runs.length === 0) return null
  return (
    <Text size="sm" c="dimmed" role="status">
      {t('running', { runs: namesOfRuns(runs, nameOf) })}
    </Text>
  )
}
