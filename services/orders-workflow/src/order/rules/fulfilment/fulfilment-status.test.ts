import type { OrderType } from '@open-oms/contracts/config/order-types'
import type { FulfilmentStatus } from '@open-oms/contracts/orders/order-states'
import fc from 'fast-check'
import t from 'tap'
import { type SampleForm, type SampleOrder, sampleOrder } from '../../../testing/sample-order.ts'
import { sampleConfig } from '../../../testing/test-orders.ts'
import { deriveFulfilmentStatus } from './fulfilment-status.ts'

const { orderTypes } = await sampleConfig()
const online = orderTypes.find(({ name }) => name === 'Online') as OrderType
type Line = NonNullable<SampleForm['lineItems']>[number]
type ShipmentStatus = NonNullable<SampleForm['shipments']>[number]['status']

const deriveStatus = (lineItems: Line[], order: SampleOrder = {}, shipments: SampleForm['shipments'] = [{}]) =>
  deriveFulfilmentStatus(sampleOrder({ lineItems, shipments }, order), online)

t.test('given units that left, are open, cancelled or returned, when the status is derived, then it goes by them', async (t) => {
  const line = (fields: Line = {}): Line => ({ quantity: 4, ...fields })
  const cases: [FulfilmentStatus, Line[], SampleOrder?, ShipmentStatus?][] = [
    ['Unfulfilled', [line()]],
    ['Unfulfilled', [line({ canceledQuantity: 3 })]],
    ['Unfulfilled', []],
    ['PartiallyFulfilled', [line({ deliveredQuantity: 1 })]],
    ['PartiallyFulfilled', [line({ deliveredQuantity: 4 }), line()]],
    ['Fulfilled', [line({ deliveredQuantity: 4 })]],
    ['Fulfilled', [line({ deliveredQuantity: 1, canceledQuantity: 3 })]],
    ['Fulfilled', [line()], {}, 'Shipped'],
    ['Fulfilled', [line()], {}, 'Released'],
    ['Unfulfilled', [line()], {}, 'Packing'],
    ['PartiallyReturned', [line({ deliveredQuantity: 4, returnQuantity: 1 })]],
    ['PartiallyReturned', [line({ deliveredQuantity: 2, returnQuantity: 2 })]],
    ['Returned', [line({ deliveredQuantity: 4, returnQuantity: 4 })]],
    ['Returned', [line({ deliveredQuantity: 2, canceledQuantity: 2, returnQuantity: 2 })]],
    ['Cancelled', [line({ canceledQuantity: 4 })]],
    ['Cancelled', [line()], { status: 'Cancelled' }],
    ['Cancelled', [line()], {}, 'Cancelled'],
    ['Fulfilled', [line({ deliveredQuantity: 1 })], { status: 'Cancelled' }],
    ['Fulfilled', [line()], { status: 'Completed' }],
    ['PartiallyReturned', [line({ returnQuantity: 1 })], { status: 'Completed' }],
    ['Fulfilled', [line({ deliveredQuantity: 4 }), line({ productType: 'TIP' }), line({ isVirtualProduct: true })]],
    ['Unfulfilled', [line({ isVirtualProduct: true })]],
    ['Fulfilled', [line({ isVirtualProduct: true, deliveredQuantity: 4 })]],
    ['PartiallyFulfilled', [line({ isPackageBrokeDown: true }), line({ deliveredQuantity: 4 }), line()]],
    ['Fulfilled', [line({ isPackageBrokeDown: true }), line({ deliveredQuantity: 4 })]],
  ]
  for (const [expected, lines, order, status] of cases)
    t.equal(deriveStatus(lines, order, [{ ...(status && { status }) }]), expected, JSON.stringify([lines, order, status]))
})

t.test('given the units of a line, when shipments share them, then the fulfilment status is the same', async (t) => {
  const part = fc.record({ open: fc.nat(3), canceled: fc.nat(3), delivered: fc.nat(3) })
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), fc.nat(12), (parts, returned) => {
      const sum = (of: (one: (typeof parts)[number]) => number) => parts.reduce((total, one) => total + of(one), 0)
      const [open, canceled, delivered] = [sum((one) => one.open), sum((one) => one.canceled), sum((one) => one.delivered)]
      if (open + canceled + delivered === 0) return true
      const line = {
        quantity: open + canceled + delivered,
        canceledQuantity: canceled,
        deliveredQuantity: delivered,
        returnQuantity: Math.min(returned, delivered),
      }
      const shipments = parts.map((one) => ({
        lineItems: [
          {
            lineItemId: '1',
            quantity: one.open + one.canceled + one.delivered,
            canceledQuantity: one.canceled,
            deliveredQuantity: one.delivered,
          },
        ],
      }))
      return deriveStatus([line], {}, shipments) === deriveStatus([line])
    }),
  )
  t.pass()
})
