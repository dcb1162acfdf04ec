import type { Order, OrderExplanation } from '@open-oms/client/types'
import { lazy } from 'react'
import {
  hasFailedStep,
  hasReplaceableUnits,
  hasReturnableUnits,
  hasReturnToRefund,
  isHeld,
  isOpenToChanges,
} from '../order/offered-actions.ts'
import type { OrderAction, OrderActionName } from '../order/order-action.ts'
import { hasAuthorised, hasRefundable, offersLink, wantsPayment } from '../payments/offered.ts'
import type { Act } from '../session/rights.ts'
import { hasOpenUnits, hasShipments, isNotDeleted } from '../shipping/offered.ts'

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

export type May = (act: Act) => boolean

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

/** The action of a name. */
export function findAction(name: OrderActionName): OrderAction | undefined {
  return actions.find((one) => one.name === name)
}
