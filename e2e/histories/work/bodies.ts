import type { Random } from '../random.ts'

export const stores = ['Oslo-01', 'Bergen-01'] as const
export const warehouses = ['Oslo-01', 'Bergen-01', 'Central'] as const
/** The SKUs whose stock is kept; few, so that orders want the same goods. */
export const skus = ['SKU-A', 'SKU-B', 'SKU-C', 'SKU-D', 'SKU-E'] as const
export const registers = ['R-1', 'R-2'] as const
/** What is counted into each warehouse before the clients begin. */
export const FIRST_STOCK = 200

const prices = [49, 99.5, 125, 399.9] as const
const rates = [25, 15] as const
const QUANTITY_MAX = 4

/** A property that has the mark of a request. */
export const markProperty = (mark: string) => ({ key: mark, value: mark })

function randomLines(random: Random) {
  return Array.from({ length: random.integer(1, 3) }, (_, index) => ({
    lineItemId: String(index + 1),
    code: random.pick(skus),
    displayName: 'Goods',
    quantity: random.integer(1, QUANTITY_MAX),
    placedPrice: random.pick(prices),
    taxRate: random.pick(rates),
  }))
}

/** The request body of an order of the web, without payments. */
export function webOrder(random: Random, mark: string) {
  const lineItems = randomLines(random)
  const shipments = [{ shipmentId: '1', shippingMethodName: 'Home delivery', shippingSubTotal: 49, shipmentTaxRate: 25 }]
  return {
    storeId: random.pick(stores),
    marketId: 'NOR',
    orderType: 'Online',
    status: 'New',
    isNotificationsDisabled: random.isTrue(0.4),
    properties: [markProperty(mark)],
    orderForm: { lineItems, shipments },
  }
}

/** The request body of a sale at a till, paid in cash. */
export function tillOrder(random: Random, mark: string) {
  const lineItems = randomLines(random)
  const amount = lineItems.reduce((sum, { quantity, placedPrice }) => sum + Math.round(quantity * placedPrice * 100), 0) / 100
  return {
    id: mark,
    orderNumber: mark,
    storeId: random.pick(stores),
    marketId: 'NOR',
    properties: [markProperty(mark), { key: 'RegisterId', value: random.pick(registers) }],
    orderForm: { lineItems, payments: [payment('Sale', 'Cash', { amount, mark })] },
  }
}

/** A payment whose transaction is the mark. */
export function payment(transactionType: string, paymentMethodName: string, { amount, mark }: { amount: number; mark: string }) {
  return { amount, paymentMethodName, transactionId: mark, transactionType, status: 'Processed' }
}
