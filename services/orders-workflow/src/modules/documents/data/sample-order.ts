import { completer } from '@open-oms/contracts/complete'
import type { Market } from '@open-oms/contracts/config/markets'
import { Order } from '@open-oms/contracts/orders/order'
import type { InputOf } from '@open-oms/contracts/primitives'
import { orderTotalsContext } from '../../../order/rules/context/order-context.ts'
import { calculateTotals } from '../../../order/rules/totals/order-totals.ts'
import type { DocumentConfig } from '../domain/document-context.ts'

const complete = completer(Order)

type SampleRequest = { config: DocumentConfig; market: Market }

const address = {
  firstName: 'Kari',
  lastName: 'Nordmann',
  line1: 'Storgata 12',
  postalCode: '0184',
  city: 'Oslo',
  countryCode: 'NO',
}

const lineItems = [
  {
    lineItemId: '1',
    code: 'CUP-1',
    displayName: 'Cup «Fjord» <35 cl>',
    size: '35 cl',
    color: 'Blue',
    quantity: 4,
    placedPrice: 129,
  },
  { lineItemId: '2', code: 'SET-1', displayName: 'Breakfast set', quantity: 1, placedPrice: 499, isPackageBrokeDown: true },
  { lineItemId: '3', code: 'BOWL', displayName: 'Bowl', quantity: 2, placedPrice: 0, packageLineItemId: '2' },
]

/**
 * An order that exists nowhere, for previews and checks of templates (templates.md#preview): with
 * everything that data of templates has, in a market and its first store.
 */
export function previewOrder({ config, market }: SampleRequest): Order {
  const store = config.stores.find(({ marketId }) => marketId === market.id) ?? config.stores[0]
  const [type] = config.orderTypes
  const created = '2026-03-01T10:30:00.000Z'
  const order = complete({
    id: 'SAMPLE-1',
    orderNumber: 'SAMPLE-1',
    storeId: store?.id,
    marketId: market.id,
    orderType: type?.name,
    status: type?.orderStatuses[0]?.name,
    billingCurrency: market.currency,
    created,
    modified: created,
    completed: '2026-03-04T12:00:00.000Z',
    requestedDeliveryDate: '2026-03-03T00:00:00.000Z',
    customerPickupDeadline: '2026-03-08T17:00:00.000Z',
    customerName: 'Kari Nordmann & Co',
    customerNumber: 'C-1001',
    customerEmail: 'kari@example.com',
    customerPhone: '+47 912 34 567',
    customerReference: 'Per Hansen',
    invoiceComment: 'Thank you.',
    billingAddress: address,
    properties: [{ key: 'Sample', value: 'true' }],
    orderForm: {
      lineItems: lineItems.map((line) => ({ ...line, properties: [{ key: 'Sample', value: 'true' }] })),
      discounts: [{ discountType: 'Order', rewardType: 'Money', discountValue: 50, discountName: 'Welcome' }],
      handlingTotal: 29,
      shipments: [
        {
          shipmentId: '1',
          shippingMethodName: 'Home delivery',
          shippingSubTotal: 99,
          shipmentTrackingNumber: '370438101234567890',
          shipmentTrackingLink: 'https://tracking.example/370438101234567890',
          address,
          lineItems,
        },
      ],
      payments: [{ id: '1', amount: 500, transactionType: 'Sale', status: 'Processed', paymentMethodName: 'Card', created }],
    },
  } as InputOf<Order>)
  return calculateTotals(order, orderTotalsContext(order, config, null))
}

/** An order of which nothing is known: what a template prints of it must not fail. */
export function emptyOrder({ config, market }: SampleRequest): Order {
  const { id, storeId, marketId, orderType, status, created, modified } = previewOrder({ config, market })
  return complete({ id, storeId, marketId, orderType, status, created, modified, orderForm: {} } as InputOf<Order>)
}
