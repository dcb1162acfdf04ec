import type { Order } from '@open-oms/client/types'

/** What is used of a reason that the API gives for an order. */
export type Reason = {
  code: string
  about: { kind: string; id: string }
  sentence: string
  actions: readonly { body: unknown }[]
}
export type ReturnForm = Order['returnOrderForms'][number]

/**
 * A return whose money is not paid back: the status of its form that pays, as the API names it;
 * null where it names none.
 */
export type PendingRefund = { form: ReturnForm; sentence: string; status: string | null }

/**
 * The returns of an order that are not paid back yet, by the reasons that the API gives for that.
 */
export function pendingRefunds(
  { returnOrderForms }: Pick<Order, 'returnOrderForms'>,
  reasons: readonly Reason[],
): PendingRefund[] {
  return reasons.flatMap(({ code, about, sentence, actions: [action] }) => {
    const form = code === 'RefundPending' ? returnOrderForms.find(({ returnId }) => returnId === about.id) : undefined
    return form === undefined ? [] : [{ form, sentence, status: bodyStatus(action?.body) }]
  })
}

function bodyStatus(body: unknown): string | null {
  const { status } = (body ?? {}) as { status?: unknown }
  return typeof status === 'string' ? status : null
}
