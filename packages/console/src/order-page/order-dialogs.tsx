import { Loader } from '@mantine/core'
import type { Order, OrderExplanation } from '@open-oms/client/types'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { createContext, lazy, type ReactNode, Suspense, use, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  hasFailedStep,
  hasReplaceableUnits,
  hasReturnToRefund,
  hasReturnableUnits,
  isHeld,
  isOpenToChanges,
} from '../order/offered-actions.ts'
import type { OrderAction, OrderActionName, OrderActionProps } from '../order/order-action.ts'
import { hasAuthorised, hasRefundable, offersLink, wantsPayment } from '../payments/offered.ts'
import type { Act } from '../session/rights.ts'
import { useMay } from '../session/use-session.ts'
import { BusyDialog } from '../shell/busy-dialog.tsx'
import { hasOpenUnits, hasShipments, isNotDeleted } from '../shipping/offered.ts'
import type { OrderPageView } from './order-page-view.ts'

const documentsArea = () => import('../documents/documents-area.tsx')
const shippingArea = () => import('../shipping/shipping-area.tsx')
const paymentsArea = () => import('../payments/payments-area.tsx')
const holdsArea = () => import('../holds/holds-area.tsx')

const actions: readonly OrderAction[] = [
  {
    name: 'deliver',
    group: 'ship',
    isOffered: hasOpenUnits,
    Form: lazy(async () => ({ default: (await shippingArea()).DeliverUnits })),
  },
  {
    name: 'tracking',
    group: 'ship',
    isOffered: hasShipments,
    Form: lazy(async () => ({ default: (await shippingArea()).ChangeTracking })),
  },
  {
    name: 'split',
    group: 'ship',
    isOffered: hasOpenUnits,
    Form: lazy(async () => ({ default: (await shippingArea()).SplitUnits })),
  },
  {
    name: 'reallocate',
    group: 'ship',
    isOffered: hasOpenUnits,
    Form: lazy(async () => ({ default: (await shippingArea()).ReallocateUnits })),
  },
  {
    name: 'status',
    group: 'change',
    isOffered: isNotDeleted,
    Form: lazy(async () => ({ default: (await import('../order/move-order.tsx')).MoveForm })),
  },
  {
    name: 'edit',
    group: 'change',
    isOffered: isOpenToChanges,
    Form: lazy(async () => ({ default: (await import('../edit-order/edit-form.tsx')).EditOrder })),
  },
  {
    name: 'editLines',
    group: 'change',
    isOffered: hasOpenUnits,
    Form: lazy(async () => ({ default: (await import('../edit-lines/edit-lines-form.tsx')).EditLines })),
  },
  {
    name: 'cancelOrder',
    act: 'cancel',
    group: 'change',
    isOffered: hasOpenUnits,
    Form: lazy(async () => ({ default: (await paymentsArea()).CancelOrder })),
  },
  {
    name: 'cancel',
    act: 'cancel',
    group: 'change',
    isOffered: hasOpenUnits,
    Form: lazy(async () => ({ default: (await shippingArea()).CancelUnits })),
  },
  {
    name: 'cancelLine',
    act: 'cancel',
    group: 'change',
    isOffered: hasOpenUnits,
    Form: lazy(async () => ({ default: (await shippingArea()).CancelLine })),
  },
  {
    name: 'retry',
    group: 'change',
    isOffered: hasFailedStep,
    Form: lazy(async () => ({ default: (await import('../work/retry-runs.tsx')).RetryRuns })),
  },
  {
    name: 'recordPayment',
    group: 'money',
    isOffered: wantsPayment,
    Form: lazy(async () => ({ default: (await paymentsArea()).RecordPayment })),
  },
  {
    name: 'paymentLink',
    group: 'money',
    isOffered: (order, reasons) => isOpenToChanges(order) && offersLink(reasons),
    Form: lazy(async () => ({ default: (await paymentsArea()).PaymentLink })),
  },
  {
    name: 'capture',
    group: 'money',
    isOffered: hasAuthorised,
    Form: lazy(async () => ({ default: (await paymentsArea()).CapturePayment })),
  },
  {
    name: 'void',
    group: 'money',
    isOffered: hasAuthorised,
    Form: lazy(async () => ({ default: (await paymentsArea()).VoidPayment })),
  },
  {
    name: 'takeBack',
    group: 'refund',
    isOffered: hasReturnableUnits,
    Form: lazy(async () => ({ default: (await import('../returns/take-back-form.tsx')).TakeBack })),
  },
  {
    name: 'exchange',
    group: 'refund',
    isOffered: hasReturnableUnits,
    Form: lazy(async () => ({ default: (await import('../returns/exchange-form.tsx')).ExchangeGoods })),
  },
  {
    name: 'replace',
    group: 'refund',
    isOffered: hasReplaceableUnits,
    Form: lazy(async () => ({ default: (await import('../returns/replacement-form.tsx')).SendAgain })),
  },
  {
    name: 'refund',
    act: 'refund',
    group: 'refund',
    isOffered: hasReturnToRefund,
    Form: lazy(async () => ({ default: (await import('../returns/refund-form.tsx')).Refund })),
  },
  {
    name: 'refundAmount',
    act: 'refund',
    group: 'refund',
    isOffered: hasRefundable,
    Form: lazy(async () => ({ default: (await paymentsArea()).RefundAmount })),
  },
  {
    name: 'message',
    group: 'communicate',
    isOffered: isNotDeleted,
    Form: lazy(async () => ({ default: (await documentsArea()).WriteToCustomer })),
  },
  {
    name: 'sendInvoice',
    act: 'sendMessages',
    group: 'communicate',
    isOffered: isNotDeleted,
    Form: lazy(async () => ({ default: (await documentsArea()).SendInvoice })),
  },
  {
    name: 'assign',
    group: 'change',
    isOffered: isOpenToChanges,
    Form: lazy(async () => ({ default: (await import('../bulk/assign-order.tsx')).AssignOrder })),
  },
  {
    name: 'hold',
    group: 'hold',
    isOffered: isOpenToChanges,
    Form: lazy(async () => ({ default: (await holdsArea()).HoldOrder })),
  },
  {
    name: 'release',
    group: 'hold',
    isOffered: isHeld,
    Form: lazy(async () => ({ default: (await holdsArea()).ReleaseOrder })),
  },
]

type May = (act: Act) => boolean

/** Whether the person may do an action to orders at all. */
export function isActionPermitted(may: May, name: OrderActionName): boolean {
  const { act } = actions.find((one) => one.name === name) ?? {}
  return may('changeOrders') && (act === undefined || may(act))
}

/**
 * The actions that make sense for an order as it is and that the person may do, in the order of the
 * menu.
 */
export function offeredActions(order: Order, reasons: OrderExplanation['reasons'], may: May): OrderAction[] {
  return actions.filter(({ name, isOffered }) => isActionPermitted(may, name) && isOffered(order, reasons))
}

/** What a form begins with: a status, or the only part of the order that it is about. */
type Beginning = Pick<OrderActionProps, 'status' | 'part'>

type Dialogs = {
  /** Opens the dialog of an action. */
  open: (name: OrderActionName, beginning?: Beginning) => void
  isOpen: boolean
}

const DialogsContext = createContext<Dialogs>({ open: () => undefined, isOpen: false })

/** The dialogs of the order whose page it is. */
export function useOrderDialogs(): Dialogs {
  return use(DialogsContext)
}

type Opened = { action: OrderAction; beginning: Beginning }

/** The dialog that an address asks for, where it makes sense for the order. */
function askedFor(order: Order, name: OrderActionName | undefined, may: May): Opened | undefined {
  const action = offeredActions(order, [], may).find((one) => one.name === name)
  return action && { action, beginning: {} }
}

/**
 * Everything that opens dialogs of an order is below it. When a dialog closes, the focus goes back
 * to what opened it, or to the menu where that is gone.
 */
export function OrderDialogs({ order, children }: { order: Order; children: ReactNode }) {
  const t = useTranslations('order.actions')
  const { action: asked } = useSearch({ from: '/orders/$orderId' })
  const navigate = useNavigate({ from: '/orders/$orderId' })
  const may = useMay()
  const [opened, setOpened] = useState(() => askedFor(order, asked, may))
  const origin = useRef<Element | null>(null)
  const isOpen = opened !== undefined
  const dialogs = useMemo(
    (): Dialogs => ({
      open: (name, beginning = {}) => {
        const action = actions.find((one) => one.name === name)
        origin.current = document.activeElement?.closest('[role=menu]') ? null : document.activeElement
        if (action !== undefined) setOpened({ action, beginning })
      },
      isOpen,
    }),
    [isOpen],
  )
  const close = () => {
    setOpened(undefined)
    // Who comes back to the page does not find the dialog again.
    if (asked !== undefined) void navigate({ search: ({ action, ...others }: OrderPageView) => others, replace: true })
  }
  const returnFocus = () => {
    const before = origin.current?.isConnected === true ? origin.current : document.querySelector('[data-opens-actions]')
    if (before instanceof HTMLElement && document.activeElement === document.body) before.focus()
  }
  return (
    <DialogsContext value={dialogs}>
      {children}
      <BusyDialog
        opened={isOpen}
        onClose={close}
        returnFocus={false}
        onExitTransitionEnd={returnFocus}
        size="lg"
        title={opened === undefined ? '' : t(opened.action.name)}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <Suspense fallback={<Loader size="sm" />}>
          {opened === undefined ? null : <opened.action.Form order={order} {...opened.beginning} onDone={close} />}
        </Suspense>
      </BusyDialog>
    </DialogsContext>
  )
}
