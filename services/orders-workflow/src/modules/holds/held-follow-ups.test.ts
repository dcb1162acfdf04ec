import t, { type Test } from 'tap'
import { storeProduct } from '../../product-copy/product-copy.ts'
import { held, releasedAll } from '../../testing/orders/holding.ts'
import { component } from '../../testing/products/test-packages.ts'
import { aProduct } from '../../testing/products/test-products.ts'
import { createdOrder, type OrdersTest, testOrders, updateStatus } from '../../testing/test-orders.ts'
import { configWithSteps } from '../../testing/workflow/stepped-config.ts'
import { resumeRuns } from '../workflow/runner/resume.ts'

const exports = (id: string, ErrorStatus: string) => ({
  name: 'ExportOrder',
  id,
  connector: 'erp',
  retryFor: '0',
  properties: [{ key: 'ErrorStatus', value: ErrorStatus }],
})

const fetchOrder = async (on: OrdersTest, id: string) => (await on.send({ url: `/api/Orders/${id}` })).body
const fetchRuns = async (on: OrdersTest, id: string) => (await on.send({ url: `/api/Orders/${id}/WorkflowRuns` })).body.result

/** An order that two steps export, each refused, and that is held while the second one asks. */
async function heldInSecondExport(t: Test, statuses: readonly [string, string]) {
  const asked: string[] = []
  let id = ''
  const post = async () => {
    asked.push('export')
    if (asked.length === 2) t.equal((await held(on, id)).status, 200)
    return { kind: 'refused' as const, status: 400, reason: 'It refused.' }
  }
  const config = await configWithSteps([exports('first', statuses[0]), exports('second', statuses[1])])
  const on: OrdersTest = await testOrders(t, { config, connectors: { post } })
  id = (await createdOrder(on)).id
  const { status, body } = await updateStatus(on, id, { body: { status: 'InProgress' } })
  return { on, id, asked, status, body }
}

t.test(
  'given two triggered statuses, when the order is held before goods leave with the second, then what was asked is written, and the second waits',
  async (t) => {
    // OnHold has no steps: the second status is next in the same write.
    const { on, id, asked, status, body } = await heldInSecondExport(t, ['OnHold', 'Completed'])
    t.equal(status, 200, body.message)
    t.equal((await fetchOrder(on, id)).status, 'OnHold', 'the first is entered')
    const [run] = await fetchRuns(on, id)
    t.match(run, { state: 'Held', steps: [{ errorReason: 'It refused.' }, { errorReason: 'It refused.' }] })

    await resumeRuns(on.deps)
    await on.background.idle()
    t.equal(asked.length, 2, 'nobody is asked again')
    await releasedAll(on, id)
    await resumeRuns(on.deps)
    await on.background.idle()
    t.equal((await fetchOrder(on, id)).status, 'Completed')
    t.equal((await fetchRuns(on, id)).find(({ runId }: { runId: string }) => runId === run.runId).state, 'Finished')
    t.equal(asked.length, 2)
  },
)

t.test(
  'given a call under way, when the order is held and a later step of the same write is refused for it, then the call is written, and the step waits',
  async (t) => {
    const steps = [
      { name: 'UpdateShipmentStatus', properties: [{ key: 'Status', value: 'Released' }] },
      { name: 'ExportOrder', connector: 'erp' },
      // Its components are more goods in a shipment that has left.
      { name: 'ProductPackageBreakDown' },
    ]
    const stepped = await configWithSteps(steps)
    const settings = { ...stepped.settings, packages: { autoBreakdown: false, allocatePricesToComponents: false } }
    const asked: string[] = []
    let id = ''
    const post = async () => {
      asked.push('export')
      t.equal((await held(on, id)).status, 200)
      return { kind: 'accepted' as const, status: 200, body: null }
    }
    const on: OrdersTest = await testOrders(t, { config: { ...stepped, settings }, connectors: { post } })
    await on.database.inTransaction(async (tx) => {
      await storeProduct(tx, aProduct('BOX', { isPackage: true, components: [component('CUP')] }))
      await storeProduct(tx, aProduct('CUP'))
    })
    id = (await createdOrder(on, { orderForm: { lineItems: [{ code: 'BOX', quantity: 1 }], shipments: [{}] } })).id
    const { status, body } = await updateStatus(on, id, { body: { status: 'InProgress' } })
    t.equal(status, 200, body.message)
    t.match(await fetchRuns(on, id), [
      { state: 'Held', steps: [{}, { actionType: 'ExportOrder', actionStatus: 'Success', attempt: 1 }] },
    ])
    t.equal((await fetchOrder(on, id)).orderForm.lineItems.length, 1)

    await releasedAll(on, id)
    await resumeRuns(on.deps)
    await on.background.idle()
    t.match(await fetchRuns(on, id), [{ state: 'Finished' }])
    t.equal((await fetchOrder(on, id)).orderForm.lineItems.length, 2)
    t.equal(asked.length, 1)
  },
)
