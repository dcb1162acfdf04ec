/** The people, products and payments of the examples: one small shop. */
export const shop = { storeId: 'Oslo-01', marketId: 'NOR' }

export const kari = {
  customerId: 'C-1001',
  customerName: 'Kari Hansen',
  customerEmail: 'kari.hansen@example.com',
  customerPhone: '+4740000000',
}

export const address = {
  firstName: 'Kari',
  lastName: 'Hansen',
  line1: 'Storgata 1',
  postalCode: '0155',
  city: 'Oslo',
  countryCode: 'NO',
}

export const backpack = { code: 'BACKPACK', displayName: 'Backpack 20 l', quantity: 1, placedPrice: 500, taxRate: 25 }
export const cup = { code: 'CUP', displayName: 'Coffee cup', quantity: 2, placedPrice: 125, taxRate: 25 }

/** A payment by card, or by what is named. */
export function payment(amount: number, transactionId: string, change: Record<string, unknown> = {}) {
  return { amount, paymentMethodName: 'Card', transactionId, transactionType: 'Authorization', status: 'Processed', ...change }
}

/** The body of an order of Kari for two cups. */
export function order(id: string, orderForm: Record<string, unknown> = {}) {
  return {
    id,
    ...shop,
    orderType: 'Online',
    status: 'New',
    ...kari,
    // Nobody reads what is sent to her.
    isNotificationsDisabled: true,
    orderForm: { lineItems: [{ ...cup, lineItemId: '1' }], ...orderForm },
  }
}
