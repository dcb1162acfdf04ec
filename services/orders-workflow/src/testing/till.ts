import type { OrdersTest } from './test-orders.ts'

let sales = 0

export type Sale = {
  id?: string
  register?: string | null
  storeId?: string
  price?: number
  payments?: object[]
  fields?: object
}

/** A sale's payment as a till sends it. */
export const pay = (amount: number, paymentMethodName: string, more: object = {}) => ({
  amount,
  paymentMethodName,
  transactionId: `t-${++sales}`,
  transactionType: 'Sale',
  status: 'Processed',
  ...more,
})

/** Creates a completed Pos order, paid in cash by default; returns its id. */
export async function sell(
  test: OrdersTest,
  { register = 'R1', storeId = 'Oslo-01', price = 125, ...more }: Sale = {},
): Promise<string> {
  const orderNumber = more.id ?? `pos-${++sales}`
  const { status, body } = await test.send({
    method: 'PUT',
    url: '/api/Orders/PosOrders',
    body: {
      orderNumber,
      storeId,
      marketId: 'NOR',
      properties: register === null ? [] : [{ key: 'RegisterId', value: register }],
      orderForm: {
        lineItems: [{ code: 'CUP', quantity: 1, placedPrice: price }],
        payments: more.payments ?? [pay(price, 'Cash')],
      },
      ...more.fields,
    },
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return orderNumber
}

/** Closes a register, by default R1 of Oslo-01. */
export const close = (test: OrdersTest, body: object = {}, more: object = {}) =>
  test.send({ method: 'POST', url: '/api/ZReport/Close', body: { storeId: 'Oslo-01', registerIds: ['R1'], ...body }, ...more })

/** The events of reports, in their order. */
export const closedEvents = async ({ database }: OrdersTest) => {
  const rows = await database.query<{ envelope: string }>({ text: 'select envelope from kit.outbox order by id' })
  return rows.map(({ envelope }) => JSON.parse(envelope)).filter(({ type }) => type === 'orders.zreport.closed.v1')
}
