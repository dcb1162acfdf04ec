import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { isApiError } from '@open-oms/client/errors'
import type { Order, OrderPatch } from '@open-oms/client/types'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOrderCurrency } from '../configuration/use-order-currency.ts'
import { useFormat } from '../display/use-format.ts'
import { ItemFields, type LineLimits } from '../new-order/item-fields.tsx'
import type { OrderActionProps } from '../order/order-action.ts'
import { useOrderWrite } from '../order/use-order-write.ts'
import { type Preview, usePreview } from '../order/use-preview.ts'
import { DryRunProblem, WriteProblem } from '../order/write-problem.tsx'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { gateway } from '../session/gateway.ts'
import { useMay } from '../session/use-session.ts'
import { editLinesEn } from '../texts/en/edit-lines.ts'
import { newOrderEn } from '../texts/en/new-order.ts'
import { editLinesNb } from '../texts/nb/edit-lines.ts'
import { newOrderNb } from '../texts/nb/new-order.ts'
import { type LineChoices, LineConflicts } from './line-conflicts.tsx'
import { buildLinesPatch, type ChangedMoney, changedMoney, linesProblem, toDraftLines } from './line-edit.ts'
import { type LineConflict, mergeLines, withChoice } from './merge-lines.ts'

const texts = {
  en: { editLines: editLinesEn, newOrder: newOrderEn },
  nb: { editLines: editLinesNb, newOrder: newOrderNb },
} as const
const PATCH = '/api/Orders/{orderId}/PatchOrder'

/** Adds, changes and removes lines of an order, and shows what that does to its money before. */
export function EditLines(props: OrderActionProps) {
  return (
    <AreaTexts texts={texts}>
      <EditLinesForm {...props} />
    </AreaTexts>
  )
}

function EditLinesForm({ order, onDone }: OrderActionProps) {
  const t = useTranslations('editLines')
  const format = useFormat()
  const currency = useOrderCurrency()(order)
  const { seen, lines, setLines, merge, meet } = useMergedLines(order)
  const problem = merge?.isUndecided ? 'undecided' : linesProblem(seen, lines)
  const patch = problem === null ? buildLinesPatch(seen, lines) : null
  const preview = usePreview(seen, patch, async (body: OrderPatch, run) => (await gateway.patch(PATCH, { ...run, body })).order)
  const money = preview.result === null ? null : changedMoney(seen, preview.result)
  const saving = useOrderWrite(seen, {
    send: async (body: OrderPatch, write): Promise<Order | null> => {
      try {
        await gateway.patch(PATCH, { ...write, body })
        return null
      } catch (error) {
        if (!isApiError(error, 'VersionConflict')) throw error
        return await gateway.get('/api/Orders/{orderId}', { params: write.params })
      }
    },
    onWritten: (newer) => {
      if (newer !== null) return meet(newer)
      const parts = [t('saved', { order: seen.orderNumber ?? seen.id }), ...(money === null ? [] : sentences(money))]
      notifications.show({ color: 'green', message: parts.join(' ') })
      onDone()
    },
  })
  const write = (amount: number) => format.money(amount, currency)
  const sentences = ({ due, toRefund }: ChangedMoney) => [
    ...(due > 0 ? [t('due', { amount: write(due) })] : []),
    ...(toRefund > 0 ? [t('toRefund', { amount: write(toRefund) })] : []),
  ]
  const isReady = patch !== null && money !== null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) saving.mutate(patch)
  }
  return (
    <Stack component="form" onSubmit={submit}>
      {merge === null ? null : <LineConflicts order={seen} {...merge} />}
      <ItemFields lines={lines} currency={currency} onChange={setLines} limitsOf={useLineLimits(seen)} />
      {problem === null ? <MoneyPreview {...{ preview, order: seen }} sentences={sentences} /> : null}
      {problem === null ? null : (
        <Text size="sm" c="dimmed" role="status">
          {t(`problems.${problem}`)}
        </Text>
      )}
      <WriteProblem orderId={order.id} error={saving.error} dryRunError={preview.error} onReloaded={onDone} />
      <Group justify="flex-end">
        <Button type="submit" disabled={!isReady} loading={saving.isPending}>
          {money === null ? t('submit') : t('submitTotal', { total: write(money.total) })}
        </Button>
      </Group>
    </Stack>
  )
}

/**
 * The order that the person has seen last and the lines as they want them. `meet` takes over what
 * another one has changed meanwhile: what only one of both has changed is kept.
 */
function useMergedLines(order: Order) {
  // What others change meanwhile is a conflict, and not another beginning.
  const [seen, setSeen] = useState(order)
  const [lines, setLines] = useState(() => toDraftLines(seen))
  const [conflicts, setConflicts] = useState<readonly LineConflict[] | null>(null)
  const [choices, setChoices] = useState<LineChoices>({})
  const meet = (newer: Order) => {
    const merged = mergeLines({ base: toDraftLines(seen), theirs: toDraftLines(newer), mine: lines })
    setSeen(newer)
    setLines(merged.lines)
    setConflicts(merged.conflicts)
    setChoices({})
  }
  const onChoose = (conflict: LineConflict, choice: 'theirs' | 'mine') => {
    setChoices({ ...choices, [conflict.id]: choice })
    setLines(withChoice(lines, conflict, choice))
  }
  const isUndecided = conflicts?.some(({ id }) => choices[id] === undefined) ?? false
  return { seen, lines, setLines, meet, merge: conflicts === null ? null : { conflicts, choices, onChoose, isUndecided } }
}

/** A line that is new costs what it is sold for, and is taken off again as it came. */
function useLineLimits(order: Order): (id: string) => LineLimits {
  const may = useMay()
  return (id) => {
    const known = order.orderForm.lineItems.find(({ lineItemId }) => lineItemId === id)
    if (known === undefined) return { least: 0, isPriceFixed: false }
    return { least: may('cancel') ? 0 : known.quantity, isPriceFixed: !may('overridePrice') }
  }
}

type MoneyProps = { preview: Preview<Order | null>; order: Order; sentences: (money: ChangedMoney) => string[] }

/** The new total, and what is to pay or to refund then. */
function MoneyPreview({ preview, order, sentences }: MoneyProps) {
  const t = useTranslations('editLines')
  const format = useFormat()
  const currency = useOrderCurrency()(order)
  if (preview.error !== null) return <DryRunProblem error={preview.error} />
  if (preview.isPending) return <Loader size="sm" role="status" aria-label={t('previewing')} />
  if (preview.result === null) return null
  const money = changedMoney(order, preview.result)
  const { total, change } = money
  const key = change === 0 ? 'same' : change > 0 ? 'more' : 'less'
  return (
    <Alert color="blue" variant="outline" role="status" title={t('preview')} className="figures">
      <Text size="sm" fw={600}>
        {t(key, { total: format.money(total, currency), change: format.money(Math.abs(change), currency) })}
      </Text>
      {sentences(money).map((sentence) => (
        <Text size="sm" key={sentence}>
          {sentence}
        </Text>
      ))}
    </Alert>
  )
}
