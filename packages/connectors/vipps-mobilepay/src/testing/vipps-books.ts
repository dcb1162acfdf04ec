/** A payment as the double keeps it, in øre. */
export type Payment = {
  reference: string
  state: string
  currency: string
  authorized: number
  captured: number
  cancelled: number
  refunded: number
  events: object[]
}

export class Refusal extends Error {
  readonly status: number
  constructor(status: number, title: string) {
    super(title)
    this.status = status
  }
}

export type Books = {
  payments: Map<string, Payment>
  /** Has a customer approve a payment. */
  authorize(reference: string, value: number, currency?: string): Payment
  read(reference: string, operation: string): object
  modify(change: { reference: string; operation: string; key: string; amount: number | undefined }): object
  totals(): { captured: number; refunded: number }
}

export function newBooks(): Books {
  const payments = new Map<string, Payment>()
  const find = (reference: string) => {
    const payment = payments.get(reference)
    if (payment === undefined) throw new Refusal(404, 'Not Found')
    return payment
  }
  return {
    payments,
    authorize(reference, value, currency = 'NOK') {
      const payment = { reference, currency, state: 'AUTHORIZED', captured: 0, cancelled: 0, refunded: 0 }
      const events = [{ name: 'AUTHORIZED', amount: { currency, value }, idempotencyKey: 'of the shop', success: true }]
      payments.set(reference, { ...payment, authorized: value, events })
      return find(reference)
    },
    read: (reference, operation) => (operation === 'events' ? find(reference).events : shown(find(reference))),
    modify: ({ reference, operation, key, amount }) => change(find(reference), operation, { key, amount }),
    totals: () => ({
      captured: [...payments.values()].reduce((sum, { captured }) => sum + captured, 0),
      refunded: [...payments.values()].reduce((sum, { refunded }) => sum + refunded, 0),
    }),
  }
}

function change(payment: Payment, operation: string, { key, amount }: { key: string; amount: number | undefined }): object {
  const left = payment.authorized - payment.captured - payment.cancelled
  const value = operation === 'cancel' ? left : (amount ?? 0)
  const most = operation === 'refund' ? payment.captured - payment.refunded : left
  if (payment.state !== 'AUTHORIZED' || value <= 0 || value > most) throw new Refusal(400, 'Invalid amount')
  const field = { capture: 'captured', cancel: 'cancelled', refund: 'refunded' }[operation] as
    | 'captured'
    | 'cancelled'
    | 'refunded'
  payment[field] += value
  const event = { name: field.toUpperCase(), amount: { currency: payment.currency, value }, success: true }
  // As in the documentation: a cancellation has no key.
  payment.events.push(operation === 'cancel' ? event : { ...event, idempotencyKey: key })
  return shown(payment)
}

function shown({ reference, state, currency, authorized, captured, cancelled, refunded }: Payment): object {
  const amount = (value: number) => ({ currency, value })
  return {
    reference,
    state,
    amount: amount(authorized),
    aggregate: {
      authorizedAmount: amount(authorized),
      capturedAmount: amount(captured),
      cancelledAmount: amount(cancelled),
      refundedAmount: amount(refunded),
    },
  }
}
