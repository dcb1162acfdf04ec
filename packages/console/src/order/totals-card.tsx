import { Divider, Stack } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { useOrderCurrency } from '../configuration/use-order-currency.ts'
import { useFormat } from '../display/use-format.ts'
import { amountsOfTotal, type OrderAmount, returnedAmount } from './order-amounts.ts'

type Row = {
  name: OrderAmount['name'] | 'total' | 'tax' | 'returned' | 'remaining'
  amount: number
}

/**
 * How the total comes about, and what of it is still to be paid. What is zero and says nothing is
 * left out.
 */
export function TotalsCard({ order }: { order: Order }) {
  const returned = returnedAmount(order)
  const currency = useOrderCurrency()(order)
  return (
    <Stack gap="xs">
      <Amounts
        currency={currency}
        rows={[
          ...amountsOfTotal(order).filter(({ name, amount }) => amount !== 0 || name === 'goods'),
          { name: 'total', amount: order.total },
          { name: 'tax', amount: order.taxTotal },
        ]}
      />
      <Divider />
      <Amounts
        currency={currency}
        rows={[
          ...(returned === 0 ? [] : [{ name: 'returned' as const, amount: returned }]),
          { name: 'remaining', amount: order.remainingPayment },
        ]}
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
