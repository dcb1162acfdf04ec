import t from 'tap'
import { put } from '../../testing/inventory.ts'
import { sampleConfig, testOrders } from '../../testing/test-orders.ts'

const test = await testOrders(t)
const rows = ['POT', 'CUP'].flatMap((skuId) =>
  ['Oslo-01', 'Bergen-01', 'Central'].map((warehouseCode) => ({ skuId, warehouseCode, quantity: 2 })),
)
await put(test, rows)
type Level = { skuId: string; warehouseCode: string }
const list = async (query: string, as = {}) => (await test.send({ url: `/api/Inventory/Levels${query}`, ...as })).body
const places = ({ result }: { result: Level[] }) => result.map(({ skuId, warehouseCode }) => `${skuId} ${warehouseCode}`)
const all = rows.map(({ skuId, warehouseCode }) => `${skuId} ${warehouseCode}`).toSorted()

t.test(
  'given stock in several warehouses, when it is listed in pages, then every level comes once, by SKU and warehouse',
  async (t) => {
    const first = await list('?take=4')
    t.match(first.result[0], { skuId: 'CUP', warehouseCode: 'Bergen-01', quantity: 2, reservedQuantity: 0, availableQuantity: 2 })
    const second = await list(`?take=4&after=${first.next}`)
    t.same([...places(first), ...places(second)], all)
    t.equal(second.next, null)
    t.same(places(await list('')), all)
  },
)

t.test('given a client of one store, when stock is listed, then only its warehouses are there', async (t) => {
  const as = { as: { storeIds: ['Bergen-01'] } }
  t.same(places(await list('', as)), ['CUP Bergen-01', 'CUP Central', 'POT Bergen-01', 'POT Central'])
  t.same(places(await list('?warehouseCode=Oslo-01', as)), [])
  t.same(places(await list('?warehouseCode=Central')), ['CUP Central', 'POT Central'])
})

t.test('given a wrong take or cursor, when stock is listed, then it is 400', async (t) => {
  const forged = Buffer.from(JSON.stringify(['a\u0000', 'b'])).toString('base64url')
  for (const query of ['take=0', 'take=1001', 'after=x', `after=${forged}`, 'after=WzFd']) {
    const response = await test.send({ url: `/api/Inventory/Levels?${query}` })
    t.match(response, { status: 400, body: { errors: { [query.split('=')[0] as string]: [String] } } }, query)
  }
})

t.test(
  'given levels around the setting, when what is low is listed in pages, then it comes once, the fewest first',
  async (t) => {
    const shop = await testOrders(t)
    const quantities = { CUP: 5, POT: 6, JAR: 0, LID: 4.5, PAN: 2, TIN: 2 }
    await put(
      shop,
      Object.entries(quantities).map(([skuId, quantity]) => ({ skuId, warehouseCode: 'Oslo-01', quantity })),
    )
    await put(shop, [{ skuId: 'BOX', warehouseCode: 'Bergen-01', quantity: 1 }])
    // Reserved beyond the stock, as for a line on backorder.
    await shop.database.query({ text: "update inventory set reserved_quantity = 3 where sku_id = 'TIN'" })
    const low = async (query: string, as = {}) =>
      (await shop.send({ url: `/api/Inventory/Levels?isLow=true${query}`, ...as })).body
    const skus = ({ result }: { result: Level[] }) => result.map(({ skuId }) => skuId)
    const first = await low('&take=4')
    t.match(first.result[0], { skuId: 'TIN', availableQuantity: -1, isLow: true })
    t.same(skus(first), ['TIN', 'JAR', 'BOX', 'PAN'])
    const second = await low(`&take=4&after=${first.next}`)
    t.same(skus(second), ['LID', 'CUP'])
    t.equal(second.next, null)
    t.same(skus(await low('&warehouseCode=Bergen-01')), ['BOX'])
    t.same(skus(await low('', { as: { storeIds: ['Bergen-01'] } })), ['BOX'])
    t.match((await shop.send({ url: '/api/Inventory?skuIds=POT' })).body, [{ isLow: false }])
    t.equal((await shop.send({ url: '/api/Inventory/Levels?isLow=false' })).body.result.length, 7)
    const ofAll = await shop.send({ url: '/api/Inventory/Levels?take=1' })
    const mixed = await shop.send({ url: `/api/Inventory/Levels?isLow=true&after=${ofAll.body.next}` })
    t.match(mixed, { status: 400, body: { errors: { after: ['is not the `next` of a list of low stock'] } } })
  },
)

t.test('given another threshold, when low stock is listed, then it decides', async (t) => {
  const config = await sampleConfig()
  const settings = { ...config.settings, inventory: { ...config.settings.inventory, lowStockAt: 1 } }
  const shop = await testOrders(t, { config: { ...config, settings } })
  await put(shop, [
    { skuId: 'CUP', warehouseCode: 'Oslo-01', quantity: 1 },
    { skuId: 'POT', warehouseCode: 'Oslo-01', quantity: 1.001 },
  ])
  t.match((await shop.send({ url: '/api/Inventory/Levels?isLow=true' })).body, { result: [{ skuId: 'CUP' }] })
})

t.test(
  'given levels with a limit of their own, when low stock is listed, then it decides for them, until it is taken off',
  async (t) => {
    const shop = await testOrders(t)
    const at = (skuId: string, fields: object) => ({ skuId, warehouseCode: 'Oslo-01', ...fields })
    await put(shop, [
      at('CUP', { quantity: 40 }),
      at('POT', { quantity: 4 }),
      at('JAR', { quantity: 3 }),
      at('LID', { quantity: 60 }),
    ])
    const write = (rows: object[]) => shop.send({ method: 'PUT', url: '/api/Inventory', body: rows })
    const limited = await write([at('CUP', { lowStockAt: 50 }), at('POT', { lowStockAt: 2 }), at('NEW', { lowStockAt: 0 })])
    t.match(limited, {
      status: 200,
      body: [
        { quantity: 40, lowStockAt: 50, isLow: true },
        { quantity: 4, isLow: false },
        { quantity: 0, isLow: true },
      ],
    })
    const low = async (query = '') => (await shop.send({ url: `/api/Inventory/Levels?isLow=true${query}` })).body
    const [first] = [await low('&take=2')]
    t.same(places(first), ['NEW Oslo-01', 'JAR Oslo-01'])
    t.same(places(await low(`&take=2&after=${first.next}`)), ['CUP Oslo-01'])
    await shop.send({ method: 'POST', url: '/api/Inventory/Adjust', body: [at('CUP', { delta: 11 })] })
    t.same(places(await low()), ['NEW Oslo-01', 'JAR Oslo-01'], 'the limit stays, and 51 are above it')
    await write([at('POT', { lowStockAt: null }), at('JAR', { quantity: 7 })])
    t.same(places(await low()), ['NEW Oslo-01', 'POT Oslo-01'])
    t.match(await write([at('CUP', { lowStockAt: -1 })]), { status: 400, body: { errors: { '[0].lowStockAt': [String] } } })
  },
)
