import type { PaymentRecordedData } from '@open-oms/contracts/orders/payment-event-data'
import t from 'tap'
import { returning } from '../../testing/returning.ts'
import { outboxEnvelopes, testOrders } from '../../testing/test-orders.ts'
import { pay } from '../../testing/till.ts'

const test = await testOrders(t)
const { postReturn, readOrder } = returning(test)

/** A paid order of 424.00: two shipments with shipping of 112.00, at 12 % and at 25 %. */
async function shippedOrder(id: string): Promise<void> {
  const rates = [12, 25]
  const lineItems = rates.map((taxRate, index) => {
    return { lineItemId: String(index + 1), code: `SKU-${index}`, quantity: 1, placedPrice: 100, taxRate }
  })
  const shipments = rates.map((shipmentTaxRate, index) => {
    const lineItemId = String(index + 1)
    return { shipmentId: lineItemId, shippingSubTotal: 112, shipmentTaxRate, lineItems: [{ lineItemId, quantity: 1 }] }
  })
  const orderForm = { lineItems, shipments, payments: [pay(424, 'Card')] }
  const order = { id, storeId: 'Stockholm-01', marketId: 'SWE', orderType: 'Online', status: 'New', orderForm }
  const made = await test.send({ method: 'POST', url: '/api/Orders', body: order })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  await test.send({ method: 'POST', url: `/api/Orders/${id}/UpdateStatus`, body: { status: 'Completed' } })
  await test.background.idle()
}

async function returned(id: string, lineItemIds: string[], more: object) {
  const returns = lineItemIds.map((lineItemId) => ({ lineItemId, returnQuantity: 1 }))
  const { status, body } = await postReturn(id, { returns, status: 'Completed', ...more })
  if (status !== 200) throw new Error(JSON.stringify(body))
  await test.background.idle()
  return body
}

/** The tax of the refunds of an order by rate, as the ledger books it. */
async function bookedTaxes(id: string): Promise<Record<string, number>> {
  const payments = (await outboxEnvelopes(test, id)).map(({ data }) => data as PaymentRecordedData)
  const credits = new Map(
    payments.flatMap((data) => (data.payment?.transactionType === 'Credit' ? [[data.payment.id, data]] : [])),
  )
  const entries = [...credits.values()].flatMap(({ breakdown }) => breakdown)
  const byRate = Map.groupBy(entries, ({ vatRate }) => String(vatRate))
  const sumVat = (of: typeof entries) => Number(of.reduce((sum, { vatAmount }) => sum + vatAmount, 0).toFixed(2))
  return Object.fromEntries([...byRate].map(([rate, of]) => [rate, sumVat(of)]))
}

// Regression: on the form, not in the ledger, all shipping had the rate of the first shipment.
t.test('given shipping at two rates, when all comes back, then form and ledger have the tax of each rate', async (t) => {
  await shippedOrder('all')
  t.match(await returned('all', ['1', '2'], { creditShipment: true }), { total: 424, taxTotal: 65.11, totalExclTax: 358.89 })
  t.match(await readOrder('all'), { netTotal: 0, netTotalExclTax: 0 })
  t.same(await bookedTaxes('all'), { 12: 22.71, 25: 42.4 })
})

t.test('given shipping at two rates, when it comes back in parts, then the parts sum to the tax of each rate', async (t) => {
  await shippedOrder('parts')
  const first = await returned('parts', ['1'], { creditShipmentAmount: 33.33 })
  const second = await returned('parts', ['2'], { creditShipment: true })
  t.equal((first.taxTotal + second.taxTotal).toFixed(2), '65.11')
  t.match(await readOrder('parts'), { netTotal: 0, netTotalExclTax: 0 })
  t.same(await bookedTaxes('parts'), { 12: 22.71, 25: 42.4 })
})
