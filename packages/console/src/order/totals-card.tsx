import { Divider, Stack } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'

type Row = {
  name: 'goods' | 'shipping' | 'handling' | 'discount' | 'total' | 'tax' | 'authorized' | 'captured' | 'credited' | 'remaining'
  amount: number
}

/** How the total comes about, and what of it is paid. What is zero and says nothing is left out. */
export function TotalsCard({ order }: { order: Order }) {
  const form = order.orderForm
  const made: Row[] = [
    { name: 'goods', amount: order.subTotal },
    { name: 'shipping', amount: order.shippingSubTotal },
    { name: 'handling', amount: form.handlingTotal },
    { name: 'discount', amount: -order.discountTotalIncVat },
  ]
  const paid: Row[] = [
    { name: 'authorized', amount: form.authorizedPaymentTotal },
    { name: 'captured', amount: form.capturedPaymentTotal },
    { name: 'credited', amount: form.creditPaymentTotal },
  ]
  const isTold = ({ name, amount }: Row) => amount !== 0 || name === 'goods' || name === 'captured'
  return (
    <Stack gap="xs">
      <Amounts
        currency={order.billingCurrency}
        rows={[...made.filter(isTold), { name: 'total', amount: order.total }, { name: 'tax', amount: order.taxTotal }]}
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
