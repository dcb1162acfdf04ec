/** The request body of a paid order of one line. */
export function paidOrder(id: string): Record<string, unknown> {
  return {
    id,
    storeId: 'Oslo-01',
    marketId: 'NOR',
    orderType: 'Online',
    status: 'New',
    orderForm: {
      lineItems: [{ lineItemId: '1', code: 'CUP', displayName: 'Cup', quantity: 1, placedPrice: 125, taxRate: 25 }],
      payments: [
        { amount: 125, paymentMethodName: 'Card', transactionId: `sale-${id}`, transactionType: 'Sale', status: 'Processed' },
      ],
    },
  }
}
