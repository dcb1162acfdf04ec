import { nextOrderId } from './samples/sample-order.ts'
import { type Session, send } from './session.ts'

const SKUS = 400
const BATCH = 100
const UNITS = 1_000_000

/**
 * Stock in the store's first warehouse, of enough SKUs that concurrent orders seldom want the same.
 */
export async function keepStock(session: Session): Promise<void> {
  const rows = Array.from({ length: SKUS }, (_, index) => ({ skuId: skuAt(index), warehouseCode: 'Oslo-01', quantity: UNITS }))
  await send(session, 'PUT', '/api/Inventory', rows)
}

export const skuAt = (index: number) => `SKU-${index % SKUS}`

let made = 0

/**
 * An order of two lines that is reserved at a payment provider and waits to be picked up; in
 * `status` if it is named, with its goods handed over.
 */
function pickUpOrder(id: string, status: 'New' | 'PickedUp'): Record<string, unknown> {
  made += 2
  const deliveredFields = (quantity: number) => (status === 'New' ? {} : { deliveredQuantity: quantity })
  const line = { taxRate: 25, updateStock: true }
  const lineItems = [
    { ...line, lineItemId: '1', code: skuAt(made), displayName: 'Shirt', quantity: 2, placedPrice: 299, ...deliveredFields(2) },
    {
      ...line,
      lineItemId: '2',
      code: skuAt(made + 1),
      displayName: 'Belt',
      quantity: 1,
      placedPrice: 449.5,
      ...deliveredFields(1),
    },
  ]
  const authorization = { amount: 1047.5, paymentMethodName: 'Card', transactionId: `a-${id}`, status: 'Processed' }
  return {
    id,
    orderNumber: id,
    storeId: 'Oslo-01',
    marketId: 'NOR',
    billingCurrency: 'NOK',
    status,
    orderType: 'ClickAndCollect',
    customerName: 'Kari Nordmann',
    customerEmail: 'kari@example.com',
    orderForm: {
      lineItems,
      shipments: [{ shipmentId: '1', shippingMethodName: 'Pick up', lineItems }],
      payments: [{ ...authorization, transactionType: 'Authorization' }],
    },
  }
}

/** Creates a number of orders without a workflow and returns their ids. */
export async function pickUpOrders(session: Session, count: number, status: 'New' | 'PickedUp' = 'New'): Promise<string[]> {
  const ids = Array.from({ length: count }, nextOrderId)
  for (let first = 0; first < count; first += BATCH) {
    const orders = ids.slice(first, first + BATCH).map((id) => pickUpOrder(id, status))
    await send(session, 'POST', '/api/Orders/AddMany', orders)
  }
  return ids
}
