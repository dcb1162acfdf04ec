let count = 0
const run = Date.now().toString(36)

/** An id that no earlier order of this or another run has. */
export function nextOrderId(): string {
  count += 1
  return `bench-${run}-${count}`
}

type Sample = { payments?: readonly Record<string, unknown>[]; codes?: readonly [string, string] }

/** The request body of an order of two lines as a web shop sends it. */
export function sampleOrder(id: string, { payments = [], codes = ['SHIRT-M', 'BELT-90'] }: Sample = {}): string {
  const lineItems = [
    {
      lineItemId: '1',
      code: codes[0],
      displayName: 'Shirt, medium',
      quantity: 2,
      placedPrice: 299,
      taxRate: 25,
      updateStock: true,
    },
    {
      lineItemId: '2',
      code: codes[1],
      displayName: 'Belt, 90 cm',
      quantity: 1,
      placedPrice: 449.5,
      taxRate: 25,
      updateStock: true,
    },
  ]
  return JSON.stringify({
    id,
    orderNumber: id,
    storeId: 'Oslo-01',
    marketId: 'NOR',
    billingCurrency: 'NOK',
    status: 'New',
    orderType: 'Online',
    orderOrigin: 'WEB',
    customerId: 'C-1001',
    customerName: 'Kari Nordmann',
    customerEmail: 'kari@example.com',
    customerPhone: '+4790000000',
    billingAddress: {
      firstName: 'Kari',
      lastName: 'Nordmann',
      line1: 'Storgata 1',
      postalCode: '0155',
      city: 'Oslo',
      countryCode: 'NO',
    },
    orderForm: {
      lineItems,
      shipments: [{ shipmentId: '1', shippingMethodName: 'Home delivery', shippingSubTotal: 79, lineItems }],
      payments,
    },
  })
}

/** A sale of the whole sample order, which accounting posts. */
export function samplePayment(id: string): Record<string, unknown> {
  return { amount: 1126.5, paymentMethodName: 'Card', transactionId: `t-${id}`, transactionType: 'Sale', status: 'Processed' }
}
