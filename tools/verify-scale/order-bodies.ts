/** What each order of the verification costs, in its currency. */
export const ORDER_TOTAL = 125

const line = { lineItemId: '1', code: 'CUP', displayName: 'Cup', quantity: 1, placedPrice: ORDER_TOTAL, taxRate: 25 }

/** The request body of an order of one line and one shipment, without payments. */
export function unpaidOrder(id: string): Record<string, unknown> {
  const shipment = { shipmentId: '1', shippingMethodName: 'Home delivery', lineItems: [line] }
  return {
    id,
    storeId: 'Oslo-01',
    marketId: 'NOR',
    billingCurrency: 'NOK',
    orderType: 'Online',
    status: 'New',
    isNotificationsDisabled: true,
    orderForm: { lineItems: [line], shipments: [shipment] },
  }
}

/** The whole order reserved at the provider of cards. */
export function authorization(id: string) {
  const transactionId = `authorization-${id}`
  return { amount: ORDER_TOTAL, paymentMethodName: 'Card', transactionId, transactionType: 'Authorization', status: 'Processed' }
}

/** The whole order paid, on a day when one is given. */
export function sale(id: string, paidDate?: string) {
  const transactionId = `sale-${id}`
  const paid = { amount: ORDER_TOTAL, paymentMethodName: 'Vipps', transactionId, transactionType: 'Sale', status: 'Processed' }
  return paidDate === undefined ? paid : { ...paid, paidDate }
}
