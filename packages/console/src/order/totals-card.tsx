import { Divider, Stack } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { amountsOfTotal, type OrderAmount, returnedAmount } from './order-amounts.ts'

type Row = {
  name: OrderAmount['name'] | 'total' | 'tax' | 'returned' | 'authorized' | 'captured' | 'credited' | 'remaining'
  amount: number
}

/** How the total comes about, and what of it is paid. What is zero and says nothing is left out. */
export function TotalsCard({ order }: { order: Order }) {
  const form = order.orderForm
  const paid: Row[] = [
    { name: 'returned', amount: returnedAmount(order) },
    { name: 'authorized', amount: form.authorizedPaymentTotal },
    { name: 'captured', amount: form.capturedPaymentTotal },
    { name: 'credited', amount: form.creditPaymentTotal },
  ]
  const isTold = ({ name, amount }: Row) => amount !== 0 || name === 'goods' || name === 'captured'
  return (
    <Stack gap="xs">
      <Amounts
        currency={order.billingCurrency}
        rows={[
          ...amountsOfTotal(order).filter(isTold),
          { name: 'total', amount: order.total },
          { name: 'tax', amount: order.taxTotal },
        ]}
      />
      <Divider />
      <Amounts
        currency={order.billingCurrency}
        rows={[...paid.filter(isTold), { name: 'remaining', amount: order.remainingPayment }]}
      />
    </Stack>
  )
}

function Amounts({ rows, currency }: { rows: Row[]; currency: string | null }) {
  const t = useTranslations('order.totals')
  const format = useFormat()
  return (
    <dl className="amounts">
      {rows.flatMap(({ name, amount }) => {
        const className = name === 'total' || name === 'remaining' ? 'sum' : ''
        return [
          <dt key={name} className={className}>
            {t(name)}
          </dt>,
          <dd key={`${name} amount`} className={className}>
            {format.money(amount, currency)}
          </dd>,
        ]
      })}
    </dl>
  )
}
