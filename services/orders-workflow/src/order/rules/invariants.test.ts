import { DomainError } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import t from 'tap'
import { type SampleForm, sampleOrder, sampleTerms } from '../../testing/sample-order.ts'
import { assertInvariants } from './invariants.ts'
import { calculateTotals } from './totals/order-totals.ts'

const calculated = (form: SampleForm) => calculateTotals(sampleOrder(form), sampleTerms)
const line = (rest = {}) => ({ lineItemId: 'a', placedPrice: 10, quantity: 3, ...rest })

function violationPaths(form: SampleForm): string[] {
  try {
    assertInvariants(calculated(form))
    return []
  } catch (error) {
    if (error instanceof DomainError && error.code === 'QuantityNotAvailable') return Object.keys(error.details.errors ?? {})
    throw error
  }
}

t.test('given the quantities of a line, when they are checked, then they must be consistent', async (t) => {
  t.strictSame(violationPaths({ lineItems: [line({ deliveredQuantity: 2, canceledQuantity: 1, returnQuantity: 2 })] }), [])
  t.strictSame(
    violationPaths({ lineItems: [line(), line({ lineItemId: 'b', deliveredQuantity: 2, canceledQuantity: 1.001 })] }),
    ['orderForm.lineItems[1].deliveredQuantity'],
  )
  t.strictSame(violationPaths({ lineItems: [line({ canceledQuantity: 4 })] }), ['orderForm.lineItems[0].canceledQuantity'])
  t.strictSame(violationPaths({ lineItems: [line({ deliveredQuantity: 1, returnQuantity: 2 })] }), [
    'orderForm.lineItems[0].returnQuantity',
  ])
  t.strictSame(violationPaths({ lineItems: [line({ deliveredQuantity: -1 })] }), ['orderForm.lineItems[0].deliveredQuantity'])
})

t.test('given shipments, when they are checked, then their quantities must sum to those of the lines', async (t) => {
  const shipment = (...lineItems: object[]) => ({ lineItems })
  const whole = line({ quantity: 0.3, deliveredQuantity: 0.1, readyForPickupQuantity: 0.2 })
  const copies = [line({ quantity: 0.1, deliveredQuantity: 0.1 }), line({ quantity: 0.2, readyForPickupQuantity: 0.2 })]
  t.strictSame(violationPaths({ lineItems: [whole], shipments: copies.map((copy) => shipment(copy)) }), [])
  t.strictSame(violationPaths({ lineItems: [line()], shipments: [shipment(line({ quantity: 2 }))] }), [
    'orderForm.lineItems[0].quantity',
  ])
  t.strictSame(violationPaths({ lineItems: [line()], shipments: [shipment()] }), ['orderForm.lineItems[0].quantity'])
  t.strictSame(violationPaths({ lineItems: [line()], shipments: [shipment(line({ canceledQuantity: 1 }))] }), [
    'orderForm.lineItems[0].canceledQuantity',
  ])
  t.strictSame(violationPaths({ lineItems: [line()], shipments: [shipment(line(), line({ lineItemId: 'x' }))] }), [
    'orderForm.shipments[0].lineItems[1].lineItemId',
  ])
  const overdrawn = [line({ quantity: 1, deliveredQuantity: 2 }), line({ quantity: 2 })]
  t.strictSame(
    violationPaths({ lineItems: [line({ deliveredQuantity: 2 })], shipments: overdrawn.map((copy) => shipment(copy)) }),
    ['orderForm.shipments[0].lineItems[0].deliveredQuantity'],
  )
})

t.test('given amounts that do not add up, when invariants are checked, then they raise an error', async (t) => {
  const order = calculated({ lineItems: [line()], shipments: [{ shippingSubTotal: 10 }] })
  const form = order.orderForm
  const [first] = form.lineItems
  const [shipment] = form.shipments
  const broken: Order[] = [
    { ...order, total: 1 },
    { ...order, remainingPayment: -1 },
    { ...order, orderForm: { ...form, subTotal: 1 } },
    { ...order, orderForm: { ...form, taxTotal: 1 } },
    { ...order, orderForm: { ...form, discountAmount: 1 } },
    { ...order, orderForm: { ...form, handlingTotal: 1 } },
    { ...order, orderForm: { ...form, shippingTotal: 1 } },
    { ...order, orderForm: { ...form, lineItems: [{ ...first, taxTotal: 1 } as never] } },
    { ...order, orderForm: { ...form, lineItems: [{ ...first, orderDiscountAmount: 1 } as never] } },
    { ...order, orderForm: { ...form, shipments: [{ ...shipment, total: 1 } as never] } },
    { ...order, orderForm: { ...form, shipments: [{ ...shipment, shippingDiscountAmount: 1 } as never] } },
  ]
  t.doesNotThrow(() => assertInvariants(order))
  for (const wrong of broken) t.throws(() => assertInvariants(wrong), { message: /^Invariant violated/ })
})
