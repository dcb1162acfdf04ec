import { productFacetTypes } from '@open-oms/contracts/catalog/product-search'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { testCatalog } from '../../testing/test-catalog.ts'

const catalog = await testCatalog(t)

// biome-ignore lint/suspicious/noExplicitAny: products as the API returns them.
type FoundProduct = any
type Request = { [name: string]: unknown }

const create = async (body: object) => {
  const { status, text } = await catalog.send({ method: 'POST', url: '/api/products', body })
  if (status !== 201) throw new Error(text)
}
const search = (body: object) => catalog.send({ method: 'POST', url: '/api/products/SearchProducts', body })

const some = <T>(...values: T[]) => fc.constantFrom(...values)
const parts = ['part-0', 'part-1', 'part-2'] as const
for (const productId of parts) await create({ productId, variants: [{ skuId: `${productId}-a` }, { skuId: `${productId}-b` }] })

const component = fc.record({
  productId: some(...parts),
  quantity: some(1, 2.5),
  skuId: some(null, 'a', 'b'),
  option: some(null, ...parts),
})
const components = fc.array(component, { maxLength: 2 })
const variant = fc.record({
  name: some('Grå', 'GRÅ stor', null),
  isPackage: some(true, false, false),
  gtins: some([], ['704']),
  components,
})
const product = fc.record({
  name: some('Kaffekopp', 'KAFFE 100%', 'Τελος', 'Te_pose', null),
  brand: some('Åse', 'Bø', '', null),
  productType: some('Cup', 'Beans', null),
  gtins: some([], ['7041234567890']),
  isPackage: fc.boolean(),
  isBundle: fc.boolean(),
  components,
  variants: fc.array(variant, { maxLength: 2 }),
})

let lastId = 0
const sent = (list: readonly FoundProduct[]) =>
  list.map(({ productId, quantity, skuId, option }: FoundProduct) => ({
    productId,
    quantity,
    componentId: `id-${++lastId % 7 === 0 ? `shared-${lastId}` : lastId}`,
    skuId: skuId === null ? null : `${productId}-${skuId}`,
    options: option === null ? [] : [{ productId: option }],
  }))

for (const [index, { components, variants, ...fields }] of fc.sample(product, { numRuns: 60, seed: 5 }).entries()) {
  const productId = `product-${String(index).padStart(2, '0')}`
  const withIds = variants.map((variant, at) => ({
    ...variant,
    skuId: `${productId}/${at}`,
    components: sent(variant.components),
  }))
  await create({ ...fields, productId, components: sent(components), variants: withIds })
}
const all: FoundProduct[] = (await search({ take: 100 })).body.result

const isAnyPackage = (product: FoundProduct) =>
  product.isPackage || product.variants.some((variant: FoundProduct) => variant.isPackage)
const orderableSkus = ({ productId, variants }: FoundProduct): string[] =>
  variants.length === 0 ? [productId] : variants.map((variant: FoundProduct) => variant.skuId)
const componentIds = ({ components, variants }: FoundProduct): string[] =>
  [components, ...variants.map((variant: FoundProduct) => variant.components)]
    .flat()
    .flatMap(({ componentId, productId, skuId }: FoundProduct) => [componentId, productId, skuId])
const searchableTexts = ({ productId, name, brand, productType, gtins, variants }: FoundProduct): string[] =>
  [productId, name, brand, productType, gtins, variants.map(({ skuId, name, gtins }: FoundProduct) => [skuId, name, gtins])]
    .flat(3)
    .map((text) => (text ?? '').toLowerCase().replaceAll('ς', 'σ'))

/**
 * Whether a product is found by the request (products.md#product-search), computed from its
 * document.
 */
function isFound(product: FoundProduct, request: Request): boolean {
  const any = (name: string, values: string[]) => {
    const wanted = ((request[name] ?? []) as string[]).filter((value) => value !== '')
    return wanted.length === 0 || wanted.some((value) => values.includes(value))
  }
  const words = String(request.searchText ?? '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .split(/\s+/u)
  return (
    any('componentIds', componentIds(product)) &&
    any('productIds', [product.productId]) &&
    any('skuIds', orderableSkus(product)) &&
    (request.isPackage !== true || isAnyPackage(product)) &&
    (request.isBundle !== true || product.isBundle) &&
    words.every((word) => searchableTexts(product).some((text) => text.includes(word)))
  )
}

const valuesOf: Record<string, (product: FoundProduct) => string | null> = {
  Brand: ({ brand }) => brand,
  ProductType: ({ productType }) => productType,
  IsPackage: (product) => (isAnyPackage(product) ? 'true' : null),
  IsBundle: ({ isBundle }) => (isBundle ? 'true' : null),
}

function expectedFacets(found: FoundProduct[]) {
  return productFacetTypes.map((facetType) => {
    const counts = new Map<string, number>()
    for (const product of found) {
      const value = valuesOf[facetType]?.(product)
      if (value) counts.set(value, (counts.get(value) ?? 0) + 1)
    }
    const facets = [...counts].map(([value, count]) => ({ name: value, value, count }))
    return { facetType, facets: facets.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)) }
  })
}

async function agrees(t: Test, request: Request): Promise<void> {
  const { status, body } = await search({ ...request, take: 100 })
  const found = all.filter((product) => isFound(product, request))
  const say = JSON.stringify(request)
  t.equal(status, 200, say)
  t.same(body.result, found, say)
  t.equal(body.totalHits, found.length, say)
  t.same(body.facets, expectedFacets(found), say)
}

t.test('given any search request, when it is run, then results, totals and facets equal those of a full scan', async (t) => {
  t.equal(all.length, 63)
  const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })
  const ids = ['id-1', 'id-2', 'id-shared-7', 'part-0', 'part-1-a', 'part-2-b', 'nothing', '']
  const requests = fc.record({
    componentIds: maybe(fc.subarray(ids)),
    productIds: maybe(fc.subarray(['product-00', 'product-07', 'part-0', 'nothing'])),
    skuIds: maybe(fc.subarray(['product-00', 'product-01/0', 'product-02/1', 'part-0', 'part-0-a'])),
    isPackage: maybe(fc.boolean()),
    isBundle: maybe(fc.boolean()),
    searchText: maybe(
      some('kaffe', 'KOPP  product', 'å', 'ΤΕΛΟΣ', '100%', 'e_p', '%', 'cup bø', '704', 'grå stor', ' ', 'nowhere'),
    ),
  })
  for (const request of fc.sample(requests, { numRuns: 150, seed: 8 })) await agrees(t, request)
})

t.test('given each single filter, when products are searched, then results equal those of a full scan', async (t) => {
  const only = { componentIds: ['part-0'] }
  for (const request of [{}, only, { skuIds: ['part-1-b'] }, { productIds: ['part-1'] }, { isPackage: true }, { isBundle: true }])
    await agrees(t, request)
  t.ok((await search(only)).body.totalHits > 0)
  const optionOnly = all.filter(
    (product) => !componentIds(product).includes('part-0') && JSON.stringify(product.components).includes('"part-0"'),
  )
  t.ok(optionOnly.length > 0, 'some have it as an option alone, and are not found')
})

t.test('given pages of a search, when all are read, then they are ordered by id and contain every product once', async (t) => {
  const ids: string[] = []
  for (const page of [1, 2, 3, 4]) {
    const { body } = await search({ take: 20, page })
    t.equal(body.totalHits, 63)
    ids.push(...body.result.map(({ productId }: FoundProduct) => productId))
  }
  t.same(ids, all.map(({ productId }) => productId).sort())
  t.equal((await search({ page: 0 })).body.result.length, 20, 'twenty by default, and 0 is the first page')
  t.same((await search({ page: 0 })).body, (await search({})).body)
  t.same((await search({ page: 5 })).body.result, [])
  const second = (await search({ take: 2, page: 2, isBundle: true })).body.result
  t.same(second, all.filter(({ isBundle }) => isBundle).slice(2, 4))
})

t.test('given the last id of a page, when products behind it are searched, then all are read without a window', async (t) => {
  const all = (await search({ take: 100 })).body.result.map(({ productId }: { productId: string }) => productId)
  const read: string[] = []
  for (let after = ''; ; ) {
    const { result } = (await search({ take: 3, after, disableFacets: true })).body
    if (result.length === 0) break
    read.push(...result.map(({ productId }: { productId: string }) => productId))
    after = read.at(-1) as string
  }
  t.same(read.slice(0, 100), all)
  t.equal(new Set(read).size, read.length)
})

t.test('given disableFacets, null or false, when products are searched, then no facets and no filter apply', async (t) => {
  const { body } = await search({ disableFacets: true, isPackage: false, componentIds: null, searchText: null, unknown: 1 })
  t.same([body.totalHits, body.facets], [63, []])
  t.notOk('facetsTimedOut' in body)
})

t.test('given facets that exceed their budget, when products are searched, then only they are left out', async (t) => {
  const { settings } = catalog.config
  catalog.config.settings = { ...settings, search: { ...settings.search, facetBudgetMs: 50 } }
  t.teardown(() => {
    catalog.config.settings = settings
  })
  // The facets wait for a lock until their budget is over; the count after them waits until the
  // lock is released.
  const client = await catalog.database.pool.connect()
  await client.query('begin; lock table product_search in access exclusive mode')
  const response = search({ isBundle: true })
  const counting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'select count(*) as total%'`
  await eventually(
    async () => (await catalog.database.query({ text: counting })).length === 1,
    'the search counts without facets',
  )
  await client.query('rollback')
  client.release()
  const { body } = await response
  t.match(body, { totalHits: all.filter(({ isBundle }) => isBundle).length, facets: { length: 0 }, facetsTimedOut: true })
  t.ok(body.result.length > 0)
})

t.test('given a wrong search request, when it is sent, then it is refused with its path', async (t) => {
  const cases = [
    [{ take: 0 }, 'ValidationFailed', 'take'],
    [{ take: 101 }, 'ValidationFailed', 'take'],
    [{ take: '5' }, 'ValidationFailed', 'take'],
    [{ page: -1 }, 'ValidationFailed', 'page'],
    [{ isPackage: 'true' }, 'ValidationFailed', 'isPackage'],
    [{ componentIds: 'part-0' }, 'ValidationFailed', 'componentIds'],
    [{ componentIds: [7] }, 'ValidationFailed', 'componentIds[0]'],
    [{ searchText: Array.from({ length: 60 }, (_, at) => `w${at}`).join(' ') }, 'ValidationFailed', 'searchText'],
    [{ take: 100, page: 101 }, 'WindowExceeded', 'page'],
  ] as const
  for (const [request, error, path] of cases) {
    const { status, body } = await search(request)
    t.match(
      { status, body },
      { status: 400, body: { error, errors: { [path]: [String] } } },
      JSON.stringify(request).slice(0, 60),
    )
  }
  t.equal((await search({ take: 100, page: 100 })).status, 200, 'the last page of the window')
})

t.test('given a confirmed write, when products are searched after it, then the search shows it', async (t) => {
  const put = (body: object) => catalog.send({ method: 'PUT', url: '/api/products', body })
  const hits = async (request: object) => (await search(request)).body.totalHits
  for (let round = 0; round < 10; round++) {
    const productId = `late-${round}`
    await create({ productId, name: `Evening${round}` })
    t.equal(await hits({ searchText: `evening${round}` }), 1)
    await put({
      productId,
      name: 'Other',
      isBundle: true,
      components: [{ productId: 'part-2', quantity: 1, componentId: productId }],
    })
    t.same([await hits({ searchText: `evening${round}` }), await hits({ componentIds: [productId] })], [0, 1])
    await put({ productId, components: [] })
    t.equal(await hits({ componentIds: [productId] }), 0)
    await catalog.send({ method: 'DELETE', url: `/api/products/${productId}` })
    t.equal(await hits({ productIds: [productId] }), 0)
  }
})

t.test('given component ids of any length and characters, when they are searched for, then they are found', async (t) => {
  const strange = ['x'.repeat(5_000), `${'x'.repeat(4_999)}y`, "o'clock \\ %_"]
  for (const [index, componentId] of strange.entries()) {
    await create({
      productId: `strange-${index}`,
      name: componentId,
      components: [{ productId: 'part-0', quantity: 1, componentId }],
    })
    const { body } = await search({ componentIds: [componentId] })
    t.same(
      body.result.map(({ productId }: FoundProduct) => productId),
      [`strange-${index}`],
    )
  }
  t.equal((await search({ searchText: '\\ %_' })).body.totalHits, 1)
})
