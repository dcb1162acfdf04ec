import type { Order } from '@open-oms/client/types'
import t from 'tap'
import { beyondPart } from './beyond-part.ts'

type Goods = { id?: string; units?: number; delivered?: number; status?: string | null; shipping?: number }

const shipment = ({ id = '1', units = 10, delivered = 0, status = null, shipping = 0 }: Goods) => ({
  shipmentId: id,
  status,
  shippingTotal: shipping,
  lineItems: [{ lineItemId: '1', quantity: units, deliveredQuantity: delivered, canceledQuantity: 0, extendedPrice: units * 90 }],
})

function order(captured: number, shipments: Goods[], payments: object[] = []): Order {
  const orderForm = { shipments: shipments.map(shipment), capturedPaymentTotal: captured, payments }
  return { billingCurrency: 'NOK', orderForm } as unknown as Order
}

// Five of ten units were delivered with status Shipped: 900 was captured for goods of 450, and
// nothing warned of it.
t.test('given a status with which all goods leave, when a part is delivered, then what goes beyond it is counted', async (t) => {
  const before = order(0, [{}])
  const after = order(900, [{ delivered: 5, status: 'Released' }])
  t.same(beyondPart({ before: before, after: after, currency: 'NOK' }, '1'), {
    shipmentId: '1',
    delivered: 5,
    alsoGone: 5,
    captured: 900,
    worth: 450,
  })
  const apart = order(450, [{ units: 5 }, { id: '2', units: 5, delivered: 5, status: 'Released' }])
  t.equal(beyondPart({ before: before, after: apart, currency: 'NOK' }, '2'), null, 'in a shipment of its own')
})

t.test('given a part that is captured for what it is worth, when it is delivered, then nothing goes beyond it', async (t) => {
  const before = order(0, [{ shipping: 49 }])
  t.equal(beyondPart({ before: before, after: order(499, [{ delivered: 5, shipping: 49 }]), currency: 'NOK' }, '1'), null)
  const capture = { transactionType: 'Capture', status: 'Processed', amount: 499, shipmentId: '1' }
  const halfway = order(499, [{ delivered: 5, shipping: 49 }], [capture])
  t.equal(
    beyondPart({ before: halfway, after: order(679, [{ delivered: 7, shipping: 49 }]), currency: 'NOK' }, '1'),
    null,
    'a second part',
  )
  t.match(beyondPart({ before: halfway, after: order(949, [{ delivered: 7, shipping: 49 }]), currency: 'NOK' }, '1'), {
    delivered: 2,
    captured: 450,
    worth: 180,
  })
  t.equal(
    beyondPart({ before: halfway, after: order(999, [{ delivered: 10, shipping: 49 }]), currency: 'NOK' }, '1'),
    null,
    'the last part takes what is left',
  )
  const gone = order(900, [{ delivered: 5, status: 'Shipped' }])
  t.equal(
    beyondPart({ before: gone, after: order(900, [{ delivered: 7, status: 'Shipped' }]), currency: 'NOK' }, '1'),
    null,
    'it had left before',
  )
})
