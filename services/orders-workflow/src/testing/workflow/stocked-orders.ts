import { createdOrder, type OrdersTest, orderFormBody, updateStatus } from '../test-orders.ts'

export type Fields = Record<string, unknown>

/** A row of `PUT /api/Inventory`. */
export const stock = (quantity: number, warehouseCode = 'Oslo-01', skuId = 'CUP') => ({ skuId, warehouseCode, quantity })
/** A line of two cups. */
export const line = (fields: Fields = {}) => ({
  lineItemId: '1',
  code: 'CUP',
  quantity: 2,
  placedPrice: 10,
  taxRate: 25,
  ...fields,
})

/** An order whose first run is over, as it then is. */
export async function ordered(test: OrdersTest, form: Fields, fields: Fields = {}) {
  const { id } = await createdOrder(test, { orderForm: orderFormBody({ payments: [], ...form }), ...fields })
  await test.background.idle()
  return order(test, id)
}

/** The order as it is now. */
async function order(test: OrdersTest, id: string) {
  return (await test.send({ url: `/api/Orders/${id}` })).body
}

/** Moves the order to a status; returns the body of the response. */
export async function enter(test: OrdersTest, id: string, body: Fields) {
  const response = await updateStatus(test, id, { body })
  if (response.status !== 200) throw new Error(response.text)
  return response.body
}

/** The result of a step in the response of a workflow call. */
export const result = (
  body: { orderActionExecutionResults: { actionType: string; actionStatus: string }[] },
  actionType: string,
) => body.orderActionExecutionResults.find((one) => one.actionType === actionType)
