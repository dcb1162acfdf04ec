import t from 'tap'
import { put } from '../../testing/inventory.ts'
import { testOrders } from '../../testing/test-orders.ts'

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
