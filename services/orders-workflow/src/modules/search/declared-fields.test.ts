import { CustomField } from '@open-oms/contracts/config/custom-fields'
import type { BuiltStatement } from '@open-oms/service-kit/database/statement'
import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import { Value } from '@sinclair/typebox/value'
import t from 'tap'
import { indexDeclaredFields } from '../../order/store/index-fields.ts'
import { copyOrders } from '../../testing/orders/copied-orders.ts'
import { foundIds, searched, storedOrder } from '../../testing/orders/found-orders.ts'
import { sampleConfig, testOrders } from '../../testing/test-orders.ts'
import { pageIdsStatement } from './search-query.ts'
import { requestedSort } from './search-sorts.ts'
import { totalStatement } from './search-totals.ts'

const field = (given: Partial<CustomField>) =>
  Value.Default(CustomField, { en: 'Field', on: 'order', searchable: true, ...given }) as CustomField
const config = { ...(await sampleConfig()), customFields: [] as CustomField[] }
config.customFields = [
  field({ key: 'weight', type: 'number' }),
  field({ key: 'day', type: 'date' }),
  field({ key: 'po', type: 'text' }),
]
const database = await testDatabase(t, 'orders-workflow')
const test = await testOrders(t, { config, database })
const properties = (values: Record<string, string>) => Object.entries(values).map(([key, value]) => ({ key, value }))
const values: Record<string, string>[] = [
  { weight: '10', day: '2026-12-01', po: 'beta' },
  { weight: '9.5', day: '2026-12-24' },
  { weight: '-3', po: 'Alfa' },
  { po: 'PO 77/å' },
  {},
  { weight: '10', later: '5' },
]
for (const [index, given] of values.entries()) await storedOrder(test, { id: `F-${index}`, properties: properties(given) })
const ids = async (request: object) =>
  (await searched(test, { take: 100, ...request })).result.map(({ id }: { id: string }) => id)
const by = (key: string, descending?: boolean) =>
  ids({ sortByProperty: { key, ...(descending === undefined ? {} : { descending }) } })

t.test('given searchable fields, when orders are filtered by ranges, then both ends are included', async (t) => {
  t.same(await foundIds(test, { propertyRanges: [{ key: 'weight', from: '9.5', to: '10' }] }), ['F-0', 'F-1', 'F-5'])
  t.same(await foundIds(test, { propertyRanges: [{ key: 'weight', to: '0' }] }), ['F-2'])
  t.same(await foundIds(test, { propertyRanges: [{ key: 'day', from: '2026-12-02' }] }), ['F-1'])
  t.same(await foundIds(test, { propertyRanges: [{ key: 'weight', from: '10' }, { key: 'day' }] }), ['F-0'])
  t.same(await foundIds(test, { properties: [{ key: 'po', value: 'beta' }] }), ['F-0'], 'equal values as before')
})

t.test('given a searchable text, when it is searched as free text, then its order is found', async (t) => {
  t.same(await foundIds(test, { searchText: 'po 77/Å' }), ['F-3'])
})

t.test(
  'given searchable fields, when orders are sorted by one, then numbers go by size, and those without come last',
  async (t) => {
    t.same(await by('weight'), ['F-2', 'F-1', 'F-0', 'F-5', 'F-3', 'F-4'])
    t.same(await by('weight', true), ['F-0', 'F-5', 'F-1', 'F-2', 'F-3', 'F-4'])
    t.same(await by('po'), ['F-2', 'F-0', 'F-3', 'F-1', 'F-4', 'F-5'])
  },
)

t.test('given a change and a purge, when orders are found by a field, then the rows have followed', async (t) => {
  const patch = (body: object) => test.send({ method: 'PATCH', url: '/api/Orders/F-1/PatchOrder', body })
  await patch({ properties: [{ key: 'weight', value: '20' }] })
  t.same(await foundIds(test, { propertyRanges: [{ key: 'weight', from: '20' }] }), ['F-1'])
  await patch({ properties: [], forceUpdate: ['properties'] })
  t.same(await foundIds(test, { propertyRanges: [{ key: 'day' }] }), ['F-0'])
  await patch({ properties: properties(values[1] ?? {}) })
})

t.test('given a filter or a sort that no field allows, when it is sent, then 400 names it', async (t) => {
  const refused = async (body: object) => {
    const { status, body: error } = await test.send({ method: 'POST', url: '/api/Orders/Search', body })
    return [status, Object.keys(error.errors ?? {})]
  }
  t.same(await refused({ propertyRanges: [{ key: 'later' }] }), [400, ['propertyRanges[0].key']])
  t.same(await refused({ propertyRanges: [{ key: 'weight', from: 'x' }] }), [400, ['propertyRanges[0].from']])
  t.same(await refused({ propertyRanges: [{ key: 'po', to: 'b' }] }), [400, ['propertyRanges[0].to']])
  t.same(await refused({ sortByProperty: { key: "po' or true --" } }), [400, ['sortByProperty.key']])
})

t.test('given a saved search by a field, when the field is gone, then the list counts the others and not it', async (t) => {
  const save = (name: string, search: object) => test.send({ method: 'POST', url: '/api/SavedSearches', body: { name, search } })
  const saved = await save('heavy', { propertyRanges: [{ key: 'weight', from: '10' }], sortByProperty: { key: 'weight' } })
  t.equal(saved.status, 201, saved.text)
  t.equal((await save('none', { propertyRanges: [{ key: 'none' }] })).status, 400)
  const counts = async () =>
    (await test.send({ url: '/api/SavedSearches', query: { counts: 'true' } })).body.result.map(
      ({ count }: { count: number }) => count,
    )
  t.same(await counts(), [2])
  const { customFields } = config
  config.customFields = []
  t.same(await counts(), [null])
  config.customFields = customFields
})

t.test('given fields that become searchable, when they are indexed, then earlier orders are found by them', async (t) => {
  const { signal } = new AbortController()
  const { customFields } = config
  t.equal(await indexDeclaredFields(test.deps, signal), true)
  config.customFields = [field({ key: 'later', type: 'number' }), field({ key: 'day', type: 'date' })]
  t.same(await foundIds(test, { propertyRanges: [{ key: 'later' }] }), [])
  t.equal(await indexDeclaredFields(test.deps, signal), true)
  t.same(await foundIds(test, { propertyRanges: [{ key: 'later', from: '5' }] }), ['F-5'])
  const keys = await test.database.query<{ key: string }>({ text: 'select distinct key from order_field order by key' })
  t.same(
    keys.map(({ key }) => key),
    ['day', 'later'],
  )
  config.customFields = customFields
  await indexDeclaredFields(test.deps, signal)
  t.same(await by('weight'), ['F-2', 'F-1', 'F-0', 'F-5', 'F-3', 'F-4'])
})

t.test('given many orders, when they are filtered or sorted by a field, then an index of it is read', async (t) => {
  await copyOrders(database.owner, 2_000)
  const scope = { storeIds: null, ...config, now: new Date() }
  const explained = async ({ text, values }: BuiltStatement) =>
    JSON.stringify(await test.database.query({ text: `explain (costs off) ${text}`, values }))
  const sort = requestedSort({ sortByProperty: { key: 'weight', descending: true } }, scope)
  const page = pageIdsStatement({ filter: {}, scope, sort, take: 20, skip: 0 }, false)
  t.match(await explained(page), /order_field_number_desc_idx/)
  const filter = { propertyRanges: [{ key: 'day', from: '2026-12-24', to: '2026-12-24' }] }
  t.match(await explained(totalStatement({ filter, scope })), /order_field_value_(desc_)?idx/)
  t.same((await by('weight', true)).slice(0, 3), ['F-0', 'F-0~1', 'F-0~10'], 'walked in the order of the index')
})
