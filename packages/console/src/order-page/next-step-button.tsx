import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Order } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { useStatusNames } from '../configuration/use-status-names.ts'
import { useOrderWrite } from '../order/use-order-write.ts'
import { gateway } from '../session/gateway.ts'
import { ButtonLink } from '../shell/text-link.tsx'
import { failedPayment, type NextStep } from './next-step.ts'
import { useOrderDialogs } from './order-dialogs.tsx'

type Variant = 'filled' | 'default'

/** The button of a step: it opens the step's dialog, or sends the change that the API suggests. */
export function NextStepButton({ order, step, variant = 'filled' }: { order: Order; step: NextStep; variant?: Variant }) {
  const t = useTranslations('order.actions')
  const { open } = useOrderDialogs()
  const look = { size: 'xs', variant, flex: 'none' } as const
  switch (step.kind) {
    case 'dialog':
      return (
        <Button {...look} onClick={() => open(step.name)}>
          {t(step.name === 'retry' && failedPayment(order) ? 'retryPayment' : step.name)}
        </Button>
      )
    case 'status':
      return <StatusButton {...{ order, step, look }} />
    case 'stock':
      return <StockLink {...{ step, look }} />
    default:
      return <WriteButton {...{ order, step, look }} />
  }
}

type Look = { size: 'xs'; variant: Variant; flex: 'none' }
type PartProps<Kind extends NextStep['kind']> = { order: Order; step: Extract<NextStep, { kind: Kind }>; look: Look }

function StatusButton({ order, step, look }: PartProps<'status'>) {
  const t = useTranslations('order.next')
  const nameOf = useStatusNames()
  const { open } = useOrderDialogs()
  const status = nameOf(step.status, order.orderType)
  return (
    <Button {...look} onClick={() => open('status', { status: step.status })}>
      {t(step.as, { status: status.charAt(0).toLowerCase() + status.slice(1) })}
    </Button>
  )
}

function StockLink({ step, look }: Omit<PartProps<'stock'>, 'order'>) {
  const t = useTranslations('order.next')
  return (
    <ButtonLink {...look} to="/stock" search={{ text: step.skuId }}>
      {t('stock')}
    </ButtonLink>
  )
}

function WriteButton({ order, step, look }: PartProps<'patch' | 'restore'>) {
  const t = useTranslations('order.next')
  const write = useOrderWrite(order, {
    send: async (body: Record<string, unknown> | null, write) => {
      if (body === null) await gateway.post('/api/Orders/{orderId}/Restore', { ...write })
      else await gateway.patch('/api/Orders/{orderId}/PatchOrder', { ...write, body })
    },
    onWritten: () => notifications.show({ color: 'green', message: t('done') }),
  })
  return (
    <>
      <Button {...look} loading={write.isPending} onClick={() => write.mutate(step.kind === 'patch' ? step.body : null)}>
        {t(step.kind === 'patch' ? step.name : 'restore')}
      </Button>
      {write.isError ? <span role="alert">{write.error.message}</span> : null}
    </>
  )
}
