const payments = {
  Sale: (id: string) => ({ transactionId: `sale-${id}`, transactionType: 'Sale' }),
  Authorization: (id: string) => ({ transactionId: `auth-${id}`, transactionType: 'Authorization' }),
}

/** The request body of an order of one line over 125, paid by card, or authorised only. */
export function paidOrder(id: string, by: keyof typeof payments = 'Sale', line: object = {}): Record<string, unknown> {
  return {
    id,
    storeId: 'Oslo-01',
    marketId: 'NOR',
    orderType: 'Online',
    status: 'New',
    orderForm: {
      lineItems: [{ lineItemId: '1', code: 'CUP', displayName: 'Cup', quantity: 1, placedPrice: 125, taxRate: 25, ...line }],
      payments: [{ amount: 125, paymentMethodName: 'Card', status: 'Processed', ...payments[by](id) }],
    },
  }
}
