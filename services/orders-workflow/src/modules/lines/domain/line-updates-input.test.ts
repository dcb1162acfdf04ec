import { DomainError } from '@open-oms/contracts/errors'
import t from 'tap'
import { oneShipment, twoShipments, updating } from '../../../testing/orders/line-updating.ts'
import type { SampleForm } from '../../../testing/sample-order.ts'

const { updated, stored } = await updating()

const refusals: [name: string, body: Record<string, unknown>, code: string, path: string][] = [
  ['no lines', { lineItemUpdates: [] }, 'ValidationFailed', 'lineItemUpdates'],
  [
    'a line twice',
    { lineItemUpdates: [{ lineItemId: '1' }, { lineItemId: '1' }] },
    'ValidationFailed',
    'lineItemUpdates[1].lineItemId',
  ],
  ['no line id', { lineItemUpdates: [{ deliveredQuantity: 1 }] }, 'ValidationFailed', 'lineItemUpdates[0].lineItemId'],
  ...(
    ['deliveredQuantity', 'canceledQuantity', 'splitQuantity', 'readyForPickupQuantity', 'reallocateQuantity', 'cost'] as const
  ).map((field): [string, Record<string, unknown>, string, string] => [
    `a negative ${field}`,
    { lineItemUpdates: [{ lineItemId: '1', [field]: -1 }] },
    'ValidationFailed',
    `lineItemUpdates[0].${field}`,
  ]),
  [
    'a delivery of more than there is',
    { lineItemUpdates: [{ lineItemId: '2', deliveredQuantity: 2 }] },
    'QuantityNotAvailable',
    'lineItemUpdates[0].deliveredQuantity',
  ],
  [
    'a cancellation of more than there is',
    { lineItemUpdates: [{ lineItemId: '2', canceledQuantity: 1.001 }] },
    'QuantityNotAvailable',
    'lineItemUpdates[0].canceledQuantity',
  ],
  [
    'delivery and cancellation of more than there is together',
    { lineItemUpdates: [{ lineItemId: '1', deliveredQuantity: 3, canceledQuantity: 3 }] },
    'QuantityNotAvailable',
    'lineItemUpdates[0].deliveredQuantity',
  ],
  [
    'a split of more than is open',
    { lineItemUpdates: [{ lineItemId: '1', canceledQuantity: 3, splitQuantity: 3 }] },
    'QuantityNotAvailable',
    'lineItemUpdates[0].splitQuantity',
  ],
  [
    'more ready for pick-up than there is',
    { lineItemUpdates: [{ lineItemId: '1', canceledQuantity: 3, readyForPickupQuantity: 3 }] },
    'QuantityNotAvailable',
    'lineItemUpdates[0].readyForPickupQuantity',
  ],
  [
    'a reallocation of more than is open',
    { shipmentInfo: { warehouseCode: 'C' }, lineItemUpdates: [{ lineItemId: '1', reallocateQuantity: 6 }] },
    'QuantityNotAvailable',
    'lineItemUpdates[0].reallocateQuantity',
  ],
  [
    'more for a new shipment than is open',
    { shipmentInfo: { shipmentId: 'X' }, lineItemUpdates: [{ lineItemId: '1', deliveredQuantity: 4, canceledQuantity: 2 }] },
    'QuantityNotAvailable',
    'lineItemUpdates[0].deliveredQuantity',
  ],
  [
    'a reallocation to nowhere',
    { lineItemUpdates: [{ lineItemId: '1', reallocateQuantity: 1 }] },
    'ValidationFailed',
    'shipmentInfo.warehouseCode',
  ],
  [
    'a reallocation to where the goods are',
    { shipmentInfo: { warehouseCode: 'Oslo-01' }, lineItemUpdates: [{ lineItemId: '1', reallocateQuantity: 1 }] },
    'ValidationFailed',
    'shipmentInfo.warehouseCode',
  ],
  [
    'an unknown shipment that gets nothing',
    { shipmentInfo: { shipmentId: 'X' }, lineItemUpdates: [{ lineItemId: '1', cost: 1 }] },
    'ValidationFailed',
    'shipmentInfo.shipmentId',
  ],
  ['an unknown status', { status: 'Flying', lineItemUpdates: [{ lineItemId: '1' }] }, 'ValidationFailed', 'status'],
  [
    'an unknown status of the shipment',
    { shipmentInfo: { orderStatus: 'Flying' }, lineItemUpdates: [{ lineItemId: '1' }] },
    'ValidationFailed',
    'shipmentInfo.orderStatus',
  ],
  [
    'a package of a line that is none',
    { shipmentInfo: { packages: [{ lineItemReferences: [{ lineItemId: '9' }] }] }, lineItemUpdates: [{ lineItemId: '1' }] },
    'ValidationFailed',
    'shipmentInfo.packages[0].lineItemReferences[0].lineItemId',
  ],
  [
    'a negative quantity in a package',
    {
      shipmentInfo: { packages: [{ lineItemReferences: [{ lineItemId: '1', quantity: -1 }] }] },
      lineItemUpdates: [{ lineItemId: '1' }],
    },
    'ValidationFailed',
    'shipmentInfo.packages[0].lineItemReferences[0].quantity',
  ],
]

/** What a request is refused with. */
function refusal(form: SampleForm, body: Record<string, unknown>): DomainError {
  try {
    updated(stored(form), { status: 'InProgress', ...body })
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
  throw new Error('The request was not refused.')
}

for (const [name, body, code, path] of refusals)
  t.test(`given ${name}, when lines are updated, then it is refused with ${code} at ${path}`, async (t) => {
    const error = refusal(oneShipment, body)
    t.equal(error.code, code)
    t.same(Object.keys(error.details.errors ?? {}), [path])
  })

t.test('given a targeted shipment without enough goods, when lines are updated, then none is taken from another', async (t) => {
  for (const [shipmentId, update] of [
    ['A', { lineItemId: '1', deliveredQuantity: 3 }],
    ['A', { lineItemId: '2', canceledQuantity: 1 }],
    ['A', { lineItemId: '1', splitQuantity: 3 }],
    ['new', { lineItemId: '1', deliveredQuantity: 3 }],
    [undefined, { lineItemId: '2', deliveredQuantity: 1 }],
  ] as const) {
    const error = refusal(twoShipments, { shipmentInfo: { shipmentId }, lineItemUpdates: [update] })
    t.equal(error.code, 'QuantityNotAvailable', JSON.stringify(update))
  }
})

t.test('given a line that the order does not have, when lines are updated, then it is NotFound', async (t) => {
  t.equal(refusal(oneShipment, { lineItemUpdates: [{ lineItemId: '1' }, { lineItemId: '7' }] }).code, 'NotFound')
})

t.test('given an order with 250 shipments, when a split would make another, then it is refused', async (t) => {
  const shipments = Array.from({ length: 250 }, (_, index) => ({
    shipmentId: `S${index}`,
    lineItems: [{ lineItemId: '1', quantity: 2 }],
  }))
  const error = refusal(
    { lineItems: [{ quantity: 500 }], shipments },
    { lineItemUpdates: [{ lineItemId: '1', splitQuantity: 1 }] },
  )
  t.match(error, { code: 'ValidationFailed', details: { errors: { lineItemUpdates: [/250/] } } })
})
