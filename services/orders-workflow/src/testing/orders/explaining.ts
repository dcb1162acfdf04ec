import type { OrderReasonCode } from '@open-oms/contracts/why/catalogue/order-catalogue'
import type { OrderExplanation, OrderReason } from '@open-oms/contracts/why/order-reasons'
import type { ReasonAction } from '@open-oms/contracts/why/reason'
import type { OrdersTest } from '../test-orders.ts'

/** Why an order, or a line or payment of it, is where it is. */
export async function fetchExplanation(
  test: OrdersTest,
  id: string,
  query: Record<string, string> = {},
): Promise<OrderExplanation> {
  const response = await test.send({ url: `/api/Orders/${encodeURIComponent(id)}/Why`, query, as: { roles: ['OrderRead'] } })
  if (response.status !== 200) throw new Error(`The order was not explained: ${response.text}`)
  return response.body
}

export const reasonCodes = ({ reasons }: OrderExplanation) => reasons.map(({ code }) => code)

/** The first reason with a code, which must be there. */
export function requireReason(explanation: OrderExplanation, code: OrderReasonCode): OrderReason {
  const found = explanation.reasons.find((reason) => reason.code === code)
  if (found === undefined) throw new Error(`${code} is not among ${reasonCodes(explanation).join(', ') || 'no reasons'}`)
  return found
}

/** The payments in the body of the first action of a reason. */
export function paymentsIn({ actions }: OrderReason): object[] {
  const [action] = actions
  if (action === undefined) throw new Error('the reason has no action')
  return (action.body as { payments: object[] }).payments
}

/** Sends the call of an action as it is; `body` where words of it must be filled in. */
export function carriedOut(test: OrdersTest, action: ReasonAction | undefined, body?: unknown) {
  if (action === undefined || action.method === null || action.url === null) throw new Error('the reason has no such action')
  const content = body ?? action.body
  return test.send({ method: action.method, url: action.url, ...(content === null ? {} : { body: content }) })
}
