import { Button, Group } from '@mantine/core'
import type { Order } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import type { OrderActionName } from '../order/order-action.ts'
import { useOrderDialogs } from '../order-page/order-dialogs.tsx'
import { useNextStep } from '../order-page/use-next-step.ts'

const ofMoney: readonly OrderActionName[] = ['paymentLink', 'recordPayment', 'capture', 'void', 'refundAmount']

/** What can be done with the money of an order, beside its payments. */
export function PaymentActions({ order }: { order: Order }) {
  const t = useTranslations('order.actions')
  const { open } = useOrderDialogs()
  const { offered } = useNextStep(order)
  return (
    <Group gap={4}>
      {ofMoney
        .filter((name) => offered.some((action) => action.name === name))
        .map((name) => (
          <Button key={name} size="compact-xs" variant="subtle" onClick={() => open(name)}>
            {t(name)}
          </Button>
        ))}
    </Group>
  )
}
