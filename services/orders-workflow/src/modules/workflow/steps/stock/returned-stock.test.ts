import { randomUUID } from 'node:crypto'
import t from 'tap'
import type { WorkflowRun } from '../../../../order/rules/status/workflow-run.ts'
import { fetchInventory, fetchMovements, put, testStock } from '../../../../testing/inventory.ts'
import { createdOrder, type OrdersTest, orderFormBody, updateStatus } from '../../../../testing/test-orders.ts'
import { insertRun } from '../../../../testing/workflow/run-of-order.ts'
import { stepContext } from '../../../../testing/workflow/run-step.ts'
import { continueRun } from '../../runner/runner.ts'

/** Enters a status of a return form as far as its step UpdateInventory goes. */
async function update(test: OrdersTest, orderId: string, returnId: string | null) {
  const { run: like } = stepContext('UpdateInventory')
  const run: WorkflowRun = { ...like, id: randomUUID(), orderId, returnId, started: new Date().toISOString() }
  await insertRun(test.database, run)
  const point = await continueRun(test.deps, { run }, { isBackground: false })
  return point.run.results[0]
}

async function returned(test: OrdersTest, form: Record<string, unknown> = {}) {
  const line = { lineItemId: '1', code: 'CUP', quantity: 4, placedPrice: 10, taxRate: 25 }
  const { id } = await createdOrder(test, {
    orderForm: orderFormBody({ payments: [], lineItems: [line], shipments: [{ shipmentId: '1' }] }),
  })
  await updateStatus(test, id, { body: { status: 'Completed' } })
  const returnOrderForms = [{ returnId: '1', status: 'New', lineItems: [{ ...line, quantity: 3, updateStock: true }], ...form }]
  const { body, status } = await test.send({ method: 'PATCH', url: `/api/Orders/${id}/PatchOrder`, body: { returnOrderForms } })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return id
}

const levels = async (test: OrdersTest) =>
  (await fetchInventory(test, 'CUP')).map((one: Record<string, unknown>) => [one.warehouseCode, one.quantity])

t.test('given returned goods, when UpdateInventory runs twice, then they are in stock once', async (t) => {
  const test = await testStock(t)
  await put(test, [{ skuId: 'CUP', warehouseCode: 'Oslo-01', quantity: 9 }])
  const id = await returned(test, { storeId: 'Bergen-01' })
  t.match(await update(test, id, '1'), { actionType: 'UpdateInventory', actionStatus: 'Success' })
  t.same(await levels(test), [
    ['Bergen-01', 3],
    ['Oslo-01', 5],
  ])
  t.match(await update(test, id, '1'), { actionStatus: 'Warning', message: /nothing/ })
  t.match(await update(test, id, null), { actionStatus: 'Warning', message: /no return form/ })
  t.same(await levels(test), [
    ['Bergen-01', 3],
    ['Oslo-01', 5],
  ])
  t.match((await fetchMovements(test, '?warehouseCode=Bergen-01')).at(-1), {
    kind: 'Return',
    quantityDelta: 3,
    orderId: id,
    lineItemId: '1',
  })
})

t.test(
  'given a form without store or with a removed one, when it is restocked, then the shipment counts or it is an error',
  async (t) => {
    const test = await testStock(t)
    await put(test, [{ skuId: 'CUP', warehouseCode: 'Oslo-01', quantity: 9 }])
    t.match(await update(test, await returned(test), '1'), { actionStatus: 'Success' })
    t.same(await levels(test), [['Oslo-01', 8]])
    const lost = await returned(test, { storeId: 'Stockholm-01' })
    const config = test.deps.config()
    const fewer = { ...config, stores: config.stores.filter(({ id }) => id !== 'Stockholm-01') }
    const later = { ...test, deps: { ...test.deps, config: () => fewer } }
    t.match(await update(later, lost, '1'), { actionStatus: 'Error', errorReason: /no known warehouse/ })
    t.same(await levels(test), [['Oslo-01', 4]])
  },
)
