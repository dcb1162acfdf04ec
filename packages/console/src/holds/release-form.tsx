import { Alert, Button, Group, Loader, Radio, Stack, Text, Textarea } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useHoldReasons } from '../configuration/use-hold-reasons.ts'
import { useStatusNames } from '../configuration/use-status-names.ts'
import { useFormat } from '../display/use-format.ts'
import type { OrderActionProps } from '../order/order-action.ts'
import { useOrderWrite } from '../order/use-order-write.ts'
import { WriteProblem } from '../order/write-problem.tsx'
import { gateway } from '../session/gateway.ts'
import { ErrorState } from '../shell/states.tsx'
import { showUndo } from '../shell/undo-notice.tsx'
import { type Hold, openHolds } from './open-holds.ts'
import { namesOfRuns, runsInStateQuery } from './run-queries.ts'

/**
 * Releases one of the holds of an order, after showing which steps go on then; the notification of
 * it holds the order again.
 */
export function ReleaseForm({ order, onDone }: OrderActionProps) {
  const t = useTranslations('holds.release')
  const holds = openHolds(order)
  const [chosen, setChosen] = useState(holds[0]?.id ?? '')
  const [note, setNote] = useState('')
  const releasing = useReleasing(order, onDone)
  // Another person may have released it meanwhile: then none is chosen.
  const hold = holds.find(({ id }) => id === chosen)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (hold !== undefined) releasing.mutate({ hold, note: note.trim() })
  }
  return (
    <Stack component="form" onSubmit={submit}>
      <Radio.Group label={t('choose')} value={chosen} onChange={setChosen}>
        <Stack gap="xs" mt="xs">
          {holds.map((one, index) => (
            <HoldChoice key={one.id} hold={one} isFirst={index === 0} />
          ))}
        </Stack>
      </Radio.Group>
      <Consequence orderId={order.id} isLast={holds.length === 1} />
      <Textarea
        label={t('note')}
        autosize
        minRows={2}
        maxLength={1_000}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <WriteProblem orderId={order.id} error={releasing.error} onReloaded={releasing.reset} />
      <Group justify="flex-end">
        <Button type="submit" disabled={hold === undefined} loading={releasing.isPending}>
          {t('submit')}
        </Button>
      </Group>
    </Stack>
  )
}

function useReleasing(order: Order, onDone: () => void) {
  const t = useTranslations('holds')
  const reasonName = useHoldReasons()
  return useOrderWrite(order, {
    send: ({ hold, note }: { hold: Hold; note: string }, { params, ...write }) =>
      gateway.post('/api/Orders/{orderId}/Holds/{holdId}/Release', {
        ...write,
        params: { ...params, holdId: hold.id },
        ...(note === '' ? {} : { body: { note } }),
      }),
    onWritten: (_, { hold }) => {
      const { reasonCode, note, until, releaseRule } = hold
      const params = { orderId: order.id }
      // The same key for each try: a lost response must not lead to two holds.
      const again = { params, idempotencyKey: crypto.randomUUID(), body: { reasonCode, note, until, releaseRule } }
      showUndo({
        message: t('release.done', { reason: reasonName(reasonCode) }),
        closeLabel: t('close'),
        undo: () => gateway.post('/api/Orders/{orderId}/Holds', again),
      })
      onDone()
    },
  })
}

function HoldChoice({ hold, isFirst }: { hold: Hold; isFirst: boolean }) {
  const t = useTranslations('holds.release')
  const format = useFormat()
  const reasonName = useHoldReasons()
  const time = format.time(hold.created)
  const facts = [
    hold.rule === null ? t('by', { name: hold.createdBy ?? '–', time }) : t('rule', { rule: hold.rule, time }),
    hold.until === null ? null : t('until', { time: format.time(hold.until) }),
    hold.releaseRule === null ? null : t('whenPaid'),
    hold.note,
  ]
  return (
    <Radio
      value={hold.id}
      label={reasonName(hold.reasonCode)}
      description={facts.filter((fact) => fact !== null).join(' · ')}
      {...(isFirst ? { 'data-autofocus': true } : {})}
    />
  )
}

/** What a release leads to. The API has no dry run of it: the runs that wait for it say so. */
function Consequence({ orderId, isLast }: { orderId: string; isLast: boolean }) {
  const t = useTranslations('holds.release')
  const nameOf = useStatusNames()
  const { data: runs, error, refetch } = useQuery(runsInStateQuery(orderId, 'Held'))
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (runs === undefined) return <Loader size="sm" role="status" aria-label={t('loading')} />
  return (
    <Alert color="blue" variant="outline" role="status">
      <Text size="sm">{t('explain')}</Text>
      <Text size="sm">
        {!isLast ? t('staysHeld') : runs.length === 0 ? t('nothing') : t('goesOn', { runs: namesOfRuns(runs, nameOf) })}
      </Text>
    </Alert>
  )
}
