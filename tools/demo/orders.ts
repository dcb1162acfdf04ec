import type { RestClient } from './rest-client.ts'

export type DemoOrder = {
  id: string
  storeId: string
  currency: string
  paymentMethod: string
  /** What the order must come to, worked out by hand. */
  expected: { total: number; taxTotal: number; discountAmount: number }
  body: Record<string, unknown>
}

type Line = {
  lineItemId: string
  code: string
  displayName: string
  quantity: number
  placedPrice: number
  taxRate: number
  isPackageProduct?: boolean
}

type Draft = {
  store: { storeId: string; marketId: string; currency: string }
  paymentMethod: string
  lines: Line[]
  shipping: number
  discount?: Record<string, unknown>
  expected: DemoOrder['expected']
}

const drafts: Record<string, Draft> = {
  oslo: {
    store: { storeId: 'Oslo-01', marketId: 'NOR', currency: 'NOK' },
    paymentMethod: 'Card',
    lines: [
      {
        lineItemId: '1',
        code: 'coffee-machine-black',
        displayName: 'Coffee machine, black',
        quantity: 1,
        placedPrice: 1999,
        taxRate: 25,
      },
      { lineItemId: '2', code: 'coffee-beans', displayName: 'Coffee beans 500 g', quantity: 3, placedPrice: 129, taxRate: 15 },
      {
        lineItemId: '3',
        code: 'coffee-starter-box',
        displayName: 'Coffee starter box',
        quantity: 1,
        placedPrice: 499,
        taxRate: 25,
        isPackageProduct: true,
      },
    ],
    shipping: 79,
    discount: {
      discountId: 'WELCOME10',
      discountName: '10 % off the order',
      discountType: 'Order',
      rewardType: 'Percentage',
      discountValue: 10,
    },
    expected: { total: 2675.5, taxTotal: 510.87, discountAmount: 288.5 },
  },
  bergen: {
    store: { storeId: 'Bergen-01', marketId: 'NOR', currency: 'NOK' },
    paymentMethod: 'Vipps',
    lines: [{ lineItemId: '1', code: 'coffee-cup', displayName: 'Coffee cup', quantity: 6, placedPrice: 89, taxRate: 25 }],
    shipping: 0,
    expected: { total: 534, taxTotal: 106.8, discountAmount: 0 },
  },
  stockholm: {
    store: { storeId: 'Stockholm-01', marketId: 'SWE', currency: 'SEK' },
    paymentMethod: 'Card',
    lines: [
      { lineItemId: '1', code: 'coffee-cup', displayName: 'Kaffekopp', quantity: 10, placedPrice: 90, taxRate: 25 },
      { lineItemId: '2', code: 'coffee-beans', displayName: 'Kaffebönor 500 g', quantity: 1, placedPrice: 80, taxRate: 12 },
    ],
    shipping: 49,
    discount: {
      discountId: 'SEK100',
      discountName: '100 kr off the order',
      discountType: 'Order',
      rewardType: 'Money',
      discountValue: 100,
    },
    expected: { total: 929, taxTotal: 179.13, discountAmount: 100 },
  },
}

/** The three orders of the story. `run` makes their ids unique, so that the demo can be told again on the same data. */
export function demoOrders(run: string): DemoOrder[] {
  return Object.entries(drafts).map(([name, draft]) => ({
    id: `demo-${run}-${name}`,
    storeId: draft.store.storeId,
    currency: draft.store.currency,
    paymentMethod: draft.paymentMethod,
    expected: draft.expected,
    body: orderBody(`demo-${run}-${name}`, draft),
  }))
}

function orderBody(id: string, draft: Draft): Record<string, unknown> {
  return {
    id,
    orderNumber: id.toUpperCase(),
    storeId: draft.store.storeId,
    marketId: draft.store.marketId,
    billingCurrency: draft.store.currency,
    status: 'New',
    orderType: 'Online',
    orderOrigin: 'WEB',
    customerType: 'B2C',
    customerName: 'Kari Nordmann',
    customerEmail: 'kari@example.com',
    billingAddress: {
      firstName: 'Kari',
      lastName: 'Nordmann',
      line1: 'Storgata 1',
      postalCode: '0155',
      city: 'Oslo',
      countryCode: 'NO',
    },
    orderForm: {
      lineItems: draft.lines,
      shipments: [
        { shipmentId: '1', shippingMethodName: 'Home delivery', shippingSubTotal: draft.shipping, lineItems: draft.lines },
      ],
      discounts: draft.discount === undefined ? [] : [draft.discount],
      payments: [
        {
          amount: draft.expected.total,
          paymentMethodName: draft.paymentMethod,
          transactionId: `auth-${id}`,
          transactionType: 'Authorization',
          status: 'Processed',
        },
      ],
    },
  }
}

/** Posts an order and answers it as stored. */
export async function createOrder(client: RestClient, order: DemoOrder): Promise<StoredOrder> {
  return (await client.call<StoredOrder>('POST', '/api/Orders', { body: order.body })).body
}

export type StoredOrder = {
  id: string
  status: string
  remainingPayment: number
  orderForm: {
    total: number
    taxTotal: number
    discountAmount: number
    capturedPaymentTotal: number
    creditPaymentTotal: number
    lineItems: { lineItemId: string; extendedPrice: number; quantity: number }[]
  }
}
