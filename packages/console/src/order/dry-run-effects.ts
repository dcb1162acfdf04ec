import type { Order, WorkflowResult } from '@open-oms/client/types'

/** What a write does beyond the order itself: money that moves, and messages to the customer. */
export type Effects = {
  /** In the currency's units; 0: none. */
  captured: number
  refunded: number
  /** How that money is paid, each method once. */
  methods: readonly string[]
  isCustomerTold: boolean
}

const none: Effects = { captured: 0, refunded: 0, methods: [], isCustomerTold: false }

/** The effects of a write, or those that its dry run would have, by the order before it. */
export function dryRunEffects(before: Order, result: WorkflowResult | null | undefined): Effects {
  const after = result?.order?.orderForm
  if (result === null || result === undefined || after === undefined) return none
  const known = new Set(before.orderForm.payments.map(({ id }) => id))
  const moved = after.payments.filter(({ id, transactionType }) => !known.has(id) && transactionType !== 'Authorization')
  const steps = result.orderActionExecutionResults
  return {
    captured: gained(before.orderForm.capturedPaymentTotal, after.capturedPaymentTotal),
    refunded: gained(before.orderForm.creditPaymentTotal, after.creditPaymentTotal),
    methods: [...new Set(moved.map(({ paymentMethodName }) => paymentMethodName))],
    isCustomerTold: steps.some(({ actionType, actionStatus }) => actionType === 'Notification' && actionStatus === 'Success'),
  }
}

/** What an amount has risen by; amounts have at most four decimals, whatever the currency. */
function gained(before: number, after: number): number {
  return Math.max(0, Math.round((after - before) * 10_000) / 10_000)
}
