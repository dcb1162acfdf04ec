import { randomBytes } from 'node:crypto'
import t from 'tap'
import { foldCounts } from '../../modules/search/order-counts.ts'
import { editDirectly, insertDirectly, simpleOrder } from '../../testing/orders/direct-writes.ts'
import { searchTableFaults } from '../../testing/orders/search-tables.ts'
import { testOrders } from '../../testing/test-orders.ts'

const { deps, database } = await testOrders(t)

/** Incompressible text. */
const noise = (length: number) => randomBytes(length).toString('base64').slice(0, length)

t.test('given texts of any length and content, when an order is written, then the indexes accept them', async (t) => {
  const fields = () => ({
    customerName: `Å${noise(20_000)}`,
    orderNumber: noise(20_000),
    customerId: noise(20_000),
    customerEmail: noise(20_000),
    salesChannel: noise(20_000),
    subscriptionId: `'";\\{}\u001f%_😀${noise(5_000)}`,
    secretKey: noise(20_000),
    tags: [noise(20_000), '', '{}', 'null', 'a,b', '"', '\\', 'Å 😀'],
    externalIds: [{ providerName: noise(20_000), id: noise(20_000) }],
    properties: [{ key: noise(20_000), keyGroup: noise(9_000), value: noise(20_000), valueType: '' }],
  })
  const form = { cartId: noise(20_000), shipments: [{ shippingMethodName: noise(20_000), warehouseCode: noise(20_000) }] }
  await insertDirectly(deps, simpleOrder('long', fields(), form))
  await editDirectly(deps, 'long', (order) => ({ ...order, ...fields(), externalIds: [] }))
  t.equal(await foldCounts(deps), 3)
  t.same(await searchTableFaults(database), [])
})

t.test('given an order of 1,000 lines, when it is written, then its last line is found and its terms are small', async (t) => {
  const lineItems = Array.from({ length: 1000 }, (_, index) => ({
    code: `LINE-${index}`,
    displayName: `Something with a name of its own ${noise(20)}`,
    quantity: 1,
    placedPrice: 1,
  }))
  await insertDirectly(deps, simpleOrder('large', {}, { lineItems }))
  const [row] = await database.query<{ bytes: number; found: boolean }>({
    text: `select octet_length(search_text) + octet_length(terms::text) as bytes, terms @> '{sku:LINE-999}' and search_text like '%line-999%' as found
      from order_term where order_id = 'large'`,
  })
  t.equal(row?.found, true)
  t.ok((row?.bytes ?? 0) < 150_000, `${row?.bytes} bytes`)
})

t.test('given a secret key, when an order is written, then only its hash is in the search', async (t) => {
  await insertDirectly(deps, simpleOrder('secret', { secretKey: 'opens-the-door' }))
  const rows = await database.query({
    text: `select order_id from order_search where secret_key_hash = sha256(convert_to('opens-the-door', 'UTF8'))`,
  })
  t.same(rows, [{ order_id: 'secret' }])
  const [word] = await database.query<{ words: string }>({
    text: `select terms::text || search_text as words from order_term where order_id = 'secret'`,
  })
  t.notMatch(word?.words, 'opens-the-door')
})
