import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { NumberField } from '../display/number-field.tsx'
import { useFormat } from '../display/use-format.ts'
import { lineTitle } from '../order/line-items.ts'
import { pictureUrl } from '../order/lines-table.tsx'
import { replaceableUnits } from '../order/offered-actions.ts'
import type { OrderActionProps } from '../order/order-action.ts'
import { useLineProducts } from '../order/use-line-products.ts'
import { useOrderWrite } from '../order/use-order-write.ts'
import { WriteProblem } from '../order/write-problem.tsx'
import { gateway } from '../session/gateway.ts'
import { type SentAgain, toReplacementRequest } from './replacement.ts'
import { GoodsHead, ReasonField } from './returned-line.tsx'
import { ReturnsTexts } from './returns-texts.tsx'
import { useLinkedOrderNotice } from './use-linked-order-notice.tsx'

/** Sends goods once more by an order of their own, without that anything comes back or is paid. */
export function SendAgain(props: OrderActionProps) {
  return (
    <ReturnsTexts>
      <ReplacementForm {...props} />
    </ReturnsTexts>
  )
}

function ReplacementForm({ order, onDone }: OrderActionProps) {
  const t = useTranslations('returns.replacement')
  const format = useFormat()
  const products = useLineProducts(order.orderForm.lineItems)
  const [lines, setLines] = useState<readonly SentAgain[]>([])
  const [comment, setComment] = useState('')
  const sending = useReplacement(order, onDone)
  const units = lines.reduce((sum, line) => sum + line.units, 0)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (units > 0) sending.mutate(toReplacementRequest(order.id, lines, comment))
  }
  return (
    <Stack component="form" onSubmit={submit}>
      {order.orderForm.lineItems
        .filter((line) => replaceableUnits(line) > 0)
        .map((line, index) => (
          <AgainRow
            key={line.lineItemId}
            {...{ line, found: products.get(line.code ?? ''), isFirst: index === 0 }}
            again={lines.find(({ lineItemId }) => lineItemId === line.lineItemId)}
            onChange={(again) => {
              const others = lines.filter(({ lineItemId }) => lineItemId !== line.lineItemId)
              setLines(again.units > 0 ? [...others, again] : others)
            }}
          />
        ))}
      <Textarea
        label={t('comment')}
        autosize
        maxLength={1_000}
        value={comment}
        onChange={({ currentTarget }) => setComment(currentTarget.value)}
      />
      <Alert color="blue" variant="outline" role="status" title={t('preview')}>
        <Text size="sm">{units === 0 ? t('nothing') : t('outcome', { count: units, shown: format.quantity(units) })}</Text>
      </Alert>
      <WriteProblem orderId={order.id} error={sending.error} onReloaded={sending.reset} />
      <Group justify="flex-end">
        <Button type="submit" disabled={units === 0} loading={sending.isPending}>
          {t('submit')}
        </Button>
      </Group>
    </Stack>
  )
}

type RowProps = {
  line: Order['orderForm']['lineItems'][number]
  found: Parameters<typeof lineTitle>[1]
  /** Absent: nothing of the line is sent again. */
  again: SentAgain | undefined
  isFirst: boolean
  onChange: (again: SentAgain) => void
}

function AgainRow({ line, found, again, isFirst, onChange }: RowProps) {
  const t = useTranslations('returns')
  const format = useFormat()
  const { lineItemId } = line
  const item = lineTitle(line, found)
  const most = replaceableUnits(line)
  const goods = again ?? { lineItemId, units: 0, reason: '' }
  return (
    <div className="return-row">
      <GoodsHead
        {...{ item, url: pictureUrl(line, found) }}
        text={t('takeBack.returnable', { item: line.code ?? item, units: format.quantity(most) })}
      />
      <NumberField
        w={110}
        size="sm"
        aria-label={t('replacement.units', { item })}
        min={0}
        max={most}
        clampBehavior="strict"
        allowDecimal={false}
        allowNegative={false}
        selectAllOnFocus
        {...(isFirst ? { 'data-autofocus': true } : {})}
        value={goods.units}
        onChange={(units) => onChange({ ...goods, units: units ?? 0 })}
      />
      {again === undefined ? null : (
        <div className="return-why">
          <ReasonField {...{ item, lineItemId, value: again.reason }} onChange={(reason) => onChange({ ...again, reason })} />
        </div>
      )}
    </div>
  )
}

function useReplacement(order: Order, onDone: () => void) {
  const t = useTranslations('returns.replacement')
  const sayCreated = useLinkedOrderNotice()
  return useOrderWrite(order, {
    send: (body: ReturnType<typeof toReplacementRequest>, { params, ...write }) =>
      gateway.post('/api/Returns/CreateReplacementOrder', { ...write, body }),
    onWritten: ({ id, orderNumber }) => {
      sayCreated(t('done', { order: orderNumber ?? id }), id)
      onDone()
    },
  })
}
