import t from 'tap'
import { foundIds } from '../../../testing/orders/found-orders.ts'
import { held } from '../../../testing/orders/holding.ts'
import { searchTableFaults } from '../../../testing/orders/search-tables.ts'
import { testOrders } from '../../../testing/test-orders.ts'
import { line, ordered, stock } from '../../../testing/workflow/stocked-orders.ts'

const test = await testOrders(t)
const sale = (amount: number) => ({
  amount,
  transactionId: `sale-${amount}`,
  transactionType: 'Sale',
  status: 'Processed',
  paymentMethodName: 'Card',
})
const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) =>
  test.send({ method, url, ...(body === undefined ? {} : { body }) })
const read = async (id: string) => (await test.send({ url: `/api/Orders/${id}` })).body
const toPick = (...warehouseCodes: string[]) => foundIds(test, { isPickable: true, warehouseCodes })
await test.send({ method: 'PUT', url: '/api/Inventory', body: [stock(3), stock(50, 'Central')] })

const lines = {
  lineItems: [line({ quantity: 5 })],
  shipments: [{ shipmentId: '1', lineItems: [{ lineItemId: '1', quantity: 5 }] }],
}

t.test(
  'given a partly reserved order, when it is paid, held, moved and shipped, then it is to pick where it is reserved',
  async (t) => {
    const { id } = await ordered(test, lines)
    t.match(await read(id), { paymentStatus: 'NotPaid', fulfilmentStatus: 'Unfulfilled', isPickable: false })
    await send('POST', `/api/Orders/${id}/AddPayments`, [sale(49.99)])
    t.strictSame(await toPick(), [], 'paid in part')
    await send('POST', `/api/Orders/${id}/AddPayments`, [sale(0.01)])
    t.match(await read(id), { paymentStatus: 'Paid', isPickable: true })
    t.strictSame([await toPick(), await toPick('Oslo-01'), await toPick('Central')], [[id], [id], []])

    const { body } = await held(test, id)
    t.strictSame(await toPick(), [], 'held')
    await send('POST', `/api/Orders/${id}/Holds/${body.holds[0].id}/Release`)
    t.strictSame(await toPick(), [id])

    const moved = await send('POST', `/api/Orders/${id}/OrderLinesUpdate`, {
      status: 'InProgress',
      shipmentInfo: { warehouseCode: 'Central' },
      lineItemUpdates: [{ lineItemId: '1', reallocateQuantity: 5 }],
    })
    t.equal(moved.status, 200)
    t.strictSame([await toPick('Oslo-01'), await toPick('Central')], [[], [id]])

    await send('POST', `/api/Orders/${id}/UpdateStatus`, { status: 'Shipped' })
    t.match(await read(id), { fulfilmentStatus: 'Fulfilled', isPickable: false })
    t.strictSame(await toPick(), [])
  },
)

t.test(
  'given a pickable order, when it is deleted, restored and cancelled, then it is to pick only while it is open',
  async (t) => {
    const form = { lineItems: [line()], shipments: [{ shipmentId: '1', warehouseCode: 'Central' }], payments: [sale(20)] }
    const { id } = await ordered(test, form)
    t.strictSame(await toPick('Central'), [id])
    await send('DELETE', `/api/Orders/${id}`)
    t.strictSame(await toPick(), [])
    await send('POST', `/api/Orders/${id}/Restore`)
    t.strictSame(await toPick('Central'), [id])
    await send('POST', `/api/Orders/${id}/UpdateStatus`, { status: 'Cancelled', skipRunWorkflow: true })
    t.match(await read(id), { fulfilmentStatus: 'Cancelled', isPickable: false })
    t.strictSame(await toPick(), [])
  },
)

t.test(
  'given shipments that are picked one after the other, when statuses are entered, then only the others are to pick',
  async (t) => {
    await send('PUT', '/api/Inventory', [stock(50), stock(50, 'Central')])
    const { id } = await ordered(test, {
      lineItems: [line(), line({ lineItemId: '2' })],
      shipments: [
        { shipmentId: 'a', lineItems: [{ lineItemId: '1', quantity: 2 }] },
        { shipmentId: 'b', warehouseCode: 'Central', lineItems: [{ lineItemId: '2', quantity: 2 }] },
      ],
      payments: [sale(40)],
    })
    const enter = async (status: string, shipmentId?: string) => {
      const body = { status, ...(shipmentId === undefined ? {} : { shipmentInfo: { shipmentId } }) }
      t.equal((await send('POST', `/api/Orders/${id}/UpdateStatus`, body)).status, 200, status)
    }
    t.strictSame([await toPick('Oslo-01'), await toPick('Central')], [[id], [id]])
    await enter('PackedAndReady', 'a')
    t.match(await read(id), { isPickable: true })
    t.strictSame([await toPick('Oslo-01'), await toPick('Central')], [[], [id]])
    await enter('PackedAndReady', 'b')
    t.match(await read(id), { isPickable: false, fulfilmentStatus: 'Unfulfilled' })
    t.strictSame(await toPick(), [])
    await enter('InTransit', 'b')
    t.strictSame(await toPick(), [], 'a later status does not bring goods back')
    await enter('InProgress', 'a')
    t.strictSame([await toPick('Oslo-01'), await toPick('Central')], [[id], []], 'an earlier one does')
    t.same(await searchTableFaults(test.database), [])
  },
)
