import t from 'tap'
import { adjust, fetchInventory, put } from '../../testing/inventory.ts'
import { sampleConfig, testOrders } from '../../testing/test-orders.ts'

const known = { skuId: 'CUP', warehouseCode: 'Oslo-01' }
const unknown = { skuId: 'CUP', warehouseCode: 'oslo-01' }
const warning = 'No store has this warehouse.'

// A trial from outside: a misspelt warehouse was accepted silently, and no order ever found its
// stock.
t.test('given a warehouse of no store, when inventory is written, then it is accepted and its row has a warning', async (t) => {
  const test = await testOrders(t)
  const set = await put(test, [
    { ...known, quantity: 5 },
    { ...unknown, quantity: 3 },
  ])
  t.equal(set.status, 200)
  t.match(set.body, [
    { ...known, quantity: 5, warning: null },
    { ...unknown, quantity: 3, warning },
  ])
  t.match((await adjust(test, [{ ...unknown, delta: 1 }])).body, [{ quantity: 4, warning }])
  t.match(await fetchInventory(test, 'CUP'), [known, { ...unknown, quantity: 4 }])
})

t.test(
  'given refuseUnknownWarehouses, when a row has a warehouse of no store, then it is named and nothing is written',
  async (t) => {
    const config = await sampleConfig()
    const settings = { ...config.settings, inventory: { ...config.settings.inventory, refuseUnknownWarehouses: true } }
    const test = await testOrders(t, { config: { ...config, settings } })
    const rows = [known, unknown, { ...unknown, skuId: 'POT' }]
    const errors = { '[1].warehouseCode': ['is a warehouse of no store'], '[2].warehouseCode': ['is a warehouse of no store'] }
    const set = await put(
      test,
      rows.map((row) => ({ ...row, quantity: 1 })),
    )
    t.match(set, { status: 400, body: { error: 'ValidationFailed', errors } })
    const adjusted = await adjust(
      test,
      rows.map((row) => ({ ...row, delta: 1 })),
    )
    t.match(adjusted, { status: 400, body: { errors } })
    t.same(await fetchInventory(test, 'CUP'), [])
    const limited = await put(test, [{ ...unknown, quantity: 1 }], { as: { storeIds: ['Bergen-01'] } })
    t.equal(limited.status, 403, 'a limited client does not learn whether a warehouse exists')
    t.equal((await put(test, [{ ...known, quantity: 1 }])).status, 200)
  },
)
