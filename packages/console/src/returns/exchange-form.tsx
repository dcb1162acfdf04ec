import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { RETURN_TYPE, statusMeaning } from '../configuration/status-meaning.ts'
import { useConfiguredNames } from '../configuration/use-configured-names.ts'
import { useOrderCurrency } from '../configuration/use-order-currency.ts'
import { useFormat } from '../display/use-format.ts'
import { ItemFields } from '../new-order/item-fields.tsx'
import { NewOrderTexts } from '../new-order/new-order-texts.tsx'
import type { OrderActionProps } from '../order/order-action.ts'
import { useLineProducts } from '../order/use-line-products.ts'
import { useOrderWrite } from '../order/use-order-write.ts'
import { WriteProblem } from '../order/write-problem.tsx'
import { gateway } from '../session/gateway.ts'
import { type Exchange, type ExchangeMoney, exchangeMoney, exchangeProblem, newExchange, toExchangeRequest } from './exchange.ts'
import { capturedLeft, exponentForCurrency, returnableUnits, valueReturn } from './return-amounts.ts'
import { ReturnedLine } from './returned-line.tsx'
import { ReturnsTexts } from './returns-texts.tsx'
import { useLinkedOrderNotice } from './use-linked-order-notice.tsx'

/** Takes goods back and sells others instead: a return and a new order, linked both ways. */
export function ExchangeGoods(props: OrderActionProps) {
  return (
    <NewOrderTexts>
      <ReturnsTexts>
        <ExchangeForm {...props} />
      </ReturnsTexts>
    </NewOrderTexts>
  )
}

function ExchangeForm({ order, onDone }: OrderActionProps) {
  const t = useTranslations('returns.exchange')
  const [exchange, setExchange] = useState(newExchange)
  const set = (changes: Partial<Exchange>) => setExchange({ ...exchange, ...changes })
  const orderTypes = useConfiguredNames()?.orderTypes ?? []
  const { canceled: canceledStatuses, delivered } = statusMeaning(orderTypes, RETURN_TYPE)
  const [completed = null] = delivered
  const currency = useOrderCurrency()(order)
  const { credit: worth } = valueReturn(order, exchange.returned, { isShippingCredited: false, currency, canceledStatuses })
  const exponent = exponentForCurrency(currency)
  const money = exchangeMoney(exchange, { worth, refundable: capturedLeft(order.orderForm, exponent), exponent })
  const problem = exchangeProblem(exchange)
  const exchanging = useExchange(order, completed, onDone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problem === null) exchanging.mutate(exchange)
  }
  return (
    <Stack component="form" onSubmit={submit}>
      <Returned {...{ order, exchange }} onChange={(returned) => set({ returned })} />
      <Text fw={600} size="sm">
        {t('wanted')}
      </Text>
      <ItemFields lines={exchange.wanted} currency={currency} onChange={(wanted) => set({ wanted })} />
      {completed === null ? null : (
        <Checkbox
          label={t('isHere')}
          description={t('isHereHelp')}
          checked={exchange.isHere}
          onChange={({ currentTarget }) => set({ isHere: currentTarget.checked })}
        />
      )}
      {problem === null ? (
        <MoneyDifference {...{ worth, money, currency, isHere: exchange.isHere }} />
      ) : (
        <Text size="sm" c="dimmed" role="status">
          {t(`problems.${problem}`)}
        </Text>
      )}
      <WriteProblem orderId={order.id} error={exchanging.error} onReloaded={exchanging.reset} />
      <Submit {...{ problem, money, currency }} isPending={exchanging.isPending} />
    </Stack>
  )
}

type ReturnedProps = { order: Order; exchange: Exchange; onChange: (returned: Exchange['returned']) => void }

/** What comes back of the order. */
function Returned({ order, exchange: { returned }, onChange }: ReturnedProps) {
  const t = useTranslations('returns.exchange')
  const products = useLineProducts(order.orderForm.lineItems)
  const lines = order.orderForm.lineItems.filter((line) => returnableUnits(line) > 0)
  return (
    <>
      <Text fw={600} size="sm">
        {t('returned')}
      </Text>
      {lines.map((line, index) => (
        <ReturnedLine
          key={line.lineItemId}
          line={line}
          found={products.get(line.code ?? '')}
          isFirst={index === 0}
          returned={returned.find(({ lineItemId }) => lineItemId === line.lineItemId)}
          onChange={(changed) => {
            const others = returned.filter(({ lineItemId }) => lineItemId !== line.lineItemId)
            onChange(changed.units > 0 ? [...others, changed] : others)
          }}
        />
      ))}
    </>
  )
}

type DifferenceProps = { worth: number; money: ExchangeMoney; currency: string | null; isHere: boolean }

/** What the customer pays or gets back, before it is done. */
function MoneyDifference({ worth, money: { price, due, refund }, currency, isHere }: DifferenceProps) {
  const t = useTranslations('returns.exchange')
  const format = useFormat()
  const write = (amount: number) => ({ amount: format.money(amount, currency) })
  return (
    <Alert color="blue" variant="outline" role="status" title={t('preview')} className="figures">
      <Text size="sm">{t('worth', write(worth))}</Text>
      <Text size="sm">{t('price', write(price))}</Text>
      <Text size="sm" fw={600}>
        {due > 0 ? t('due', write(due)) : refund > 0 ? t(isHere ? 'refundNow' : 'refundLater', write(refund)) : t('even')}
      </Text>
    </Alert>
  )
}

type SubmitProps = { problem: string | null; money: ExchangeMoney; currency: string | null; isPending: boolean }

/** The button that says what the exchange does with money. */
function Submit({ problem, money: { due, refund }, currency, isPending }: SubmitProps) {
  const t = useTranslations('returns.exchange')
  const format = useFormat()
  const difference = problem !== null || due === refund ? null : format.money(due > 0 ? due : refund, currency)
  return (
    <Group justify="flex-end">
      <Button type="submit" disabled={problem !== null} loading={isPending}>
        {difference === null ? t('submit') : t(due > 0 ? 'submitDue' : 'submitRefund', { amount: difference })}
      </Button>
    </Group>
  )
}

function useExchange(order: Order, completed: string | null, onDone: () => void) {
  const t = useTranslations('returns')
  const sayCreated = useLinkedOrderNotice()
  return useOrderWrite(order, {
    send: (exchange: Exchange, write) =>
      gateway.post('/api/Returns/{orderId}/Return', { ...write, body: toExchangeRequest(exchange, completed) }),
    onWritten: ({ returnId, replacementOrderIds: [orderId = ''] }) => {
      sayCreated(t('exchange.done', { id: returnId, order: orderId }), orderId)
      onDone()
    },
  })
}
