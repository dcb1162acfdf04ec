import { Button, Group } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import type { OrderAction } from '../order/order-action.ts'
import { useOrderDialogs } from '../order-page/order-dialogs.tsx'
import { useNextStep } from '../order-page/use-next-step.ts'
import { useMayChangeOrders } from '../session/use-session.ts'
import { hasAuthorised, hasRefundable, offersLink, wantsPayment } from './offered.ts'

const actions: readonly Pick<OrderAction, 'name' | 'isOffered'>[] = [
  { name: 'paymentLink', isOffered: (_, reasons) => offersLink(reasons) },
  { name: 'recordPayment', isOffered: wantsPayment },
  { name: 'capture', isOffered: hasAuthorised },
  { name: 'void', isOffered: hasAuthorised },
  { name: 'refundAmount', isOffered: hasRefundable },
]

/** What can be done with the money of an order, beside its payments. */
export function PaymentActions({ order }: { order: Order }) {
  const t = useTranslations('order.actions')
  const { open } = useOrderDialogs()
  const { reasons } = useNextStep(order)
  if (!useMayChangeOrders()) return null
  return (
    <Group gap={4}>
      {actions
        .filter(({ isOffered }) => isOffered(order, reasons))
        .map(({ name }) => (
          <Button key={name} size="compact-xs" variant="subtle" onClick={() => open(name)}>
            {t(name)}
          </Button>
        ))}
    </Group>
  )
}
