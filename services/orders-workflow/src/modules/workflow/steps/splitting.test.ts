import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'
import t from 'tap'
import { assertQuantities } from '../../../order/rules/invariants.ts'
import { calculateTotals } from '../../../order/rules/totals/order-totals.ts'
import { randomOrder } from '../../../testing/orders/random-orders.ts'
import { type SampleForm, sampleOrder, sampleTerms } from '../../../testing/sample-order.ts'
import { runStep } from '../../../testing/workflow/run-step.ts'
import { splitAllLineItems } from './splitting.ts'

const lines = [{ placedPrice: 100, quantity: 2 }, { placedPrice: 50 }, { placedPrice: 10 }]
const order = (form: SampleForm) => calculateTotals(sampleOrder({ lineItems: lines, ...form }), sampleTerms)
const heldBy = ({ orderForm }: ReturnType<typeof order>) =>
  orderForm.shipments.map(({ shipmentId, lineItems }) => [shipmentId, ...lineItems.map(({ lineItemId }) => lineItemId)])

t.test(
  'given a shipment with several lines, when it is split, then each line gets a copy of it and the shipping cost stays',
  async (t) => {
    const shipment = { shippingMethodName: 'Bring', status: 'Packing', orderStatus: 'InProgress', shippingSubTotal: 49 }
    const start = order({ shipments: [{ ...shipment, shipmentId: '7' }] })
    const { order: split, actionStatus } = await runStep(splitAllLineItems, start)
    t.equal(actionStatus, 'Success')
    t.same(heldBy(split), [
      ['7', '1'],
      ['8', '2'],
      ['9', '3'],
    ])
    const alike = { shippingMethodName: 'Bring', status: 'Packing', orderStatus: 'InProgress' }
    t.match(split.orderForm.shipments, [
      { ...alike, shippingSubTotal: 49 },
      { ...alike, shippingSubTotal: 0 },
      { ...alike, shippingSubTotal: 0 },
    ])
    const after = calculateTotals(split, { ...sampleTerms, previous: start })
    t.equal(after.netTotal, start.netTotal)
    t.match(await runStep(splitAllLineItems, after), { actionStatus: 'Warning' }, 'once')
  },
)

t.test('given one line or no shipment, when SplitAllLineItems runs, then it is a warning or splits the whole', async (t) => {
  t.match(await runStep(splitAllLineItems, order({ lineItems: [{ placedPrice: 1 }], shipments: [{}] })), {
    actionStatus: 'Warning',
  })
  t.same(heldBy((await runStep(splitAllLineItems, order({}))).order), [
    ['1', '1'],
    ['2', '2'],
    ['3', '3'],
  ])
})

t.test('given cancelled, packed, booked or other shipments, when SplitAllLineItems runs, then they are unchanged', async (t) => {
  for (const own of [{ status: 'Cancelled' }, { shipmentTrackingNumber: 'T' }, { packages: [{ id: 'p', weightInKg: 1 }] }]) {
    t.match(await runStep(splitAllLineItems, order({ shipments: [own] })), { actionStatus: 'Warning' }, JSON.stringify(own))
  }
  t.match(await runStep(splitAllLineItems, order({ shipments: [{}] }), { shipmentId: 'other' }), { actionStatus: 'Warning' })
})

t.test('given more than 250 lines, when SplitAllLineItems runs, then it is an error', async (t) => {
  const many = Array.from({ length: 251 }, () => ({ placedPrice: 1 }))
  t.match(await runStep(splitAllLineItems, order({ lineItems: many, shipments: [{}] })), {
    actionStatus: 'Error',
    errorReason: /250/,
  })
})

t.test('given any order, when SplitAllLineItems runs, then quantities and money are conserved', async (t) => {
  await fc.assert(
    fc.asyncProperty(randomOrder, async (sent) => {
      const terms = { ...sampleTerms, currency: sent.billingCurrency as string }
      const start = calculateTotals(sent, terms)
      const split = (await runStep(splitAllLineItems, start)).order
      assertQuantities(split.orderForm)
      const after = calculateTotals(split, { ...terms, previous: start })
      if (after.netTotal !== start.netTotal) throw new Error(`${start.netTotal} became ${after.netTotal}`)
    }),
    { numRuns: propertyRuns(200) },
  )
  t.pass()
})
