import t from 'tap'
import { testCatalog } from '../../testing/test-catalog.ts'

const catalog = await testCatalog(t)
const create = (body: unknown) => catalog.send({ method: 'POST', url: '/api/products', body })
const update = (body: unknown, headers: Record<string, string> = {}) =>
  catalog.send({ method: 'PUT', url: '/api/products', body, headers })
const read = async (productId: string) => (await catalog.send({ url: `/api/products/${productId}` })).body

await create({ productId: 'beans', variants: [{ skuId: 'beans-dark' }] })
await create({ productId: 'cup' })

t.test('given components of a package, when it is updated, then sent ones replace, unsent stay and empty clears', async (t) => {
  const components = [{ productId: 'beans', quantity: 2 }]
  await create({ productId: 'box', name: 'Box', isPackage: true, components, gtins: ['1'] })

  const changed = await update({
    productId: 'box',
    name: 'Box',
    isPackage: true,
    components: [...components, { productId: 'cup', quantity: 4 }],
  })
  t.equal(changed.status, 200)
  t.match(changed.body, { revision: 2, gtins: ['1'], components: [{ productId: 'beans' }, { productId: 'cup', quantity: 4 }] })

  const kept = await update({ productId: 'box', name: 'Big box', isPackage: true, components: null })
  t.match(kept.body, { name: 'Big box', revision: 3, components: [{ productId: 'beans' }, { productId: 'cup' }] })

  const cleared = await update({ productId: 'box', components: [] })
  t.same([cleared.body.components, cleared.body.name, cleared.body.isPackage], [[], null, false])
  t.same(await read('box'), cleared.body)

  const published = (await catalog.events()).filter(({ subject }) => subject === 'box')
  t.same(
    published.map(({ type, sequence, data }) => [type, sequence, data.revision]),
    [
      ['catalog.product.created.v1', 1, 1],
      ['catalog.product.updated.v1', 2, 2],
      ['catalog.product.updated.v1', 3, 3],
      ['catalog.product.updated.v1', 4, 4],
    ],
  )
})

t.test('given a product, when it is sent back as it was read, then only revision and version change', async (t) => {
  await create({
    productId: 'back',
    colour: 'red',
    components: [{ productId: 'beans', quantity: 1, options: [{ skuId: 'beans-dark' }] }],
  })
  const before = await read('back')
  const { status, body } = await update(before)
  t.equal(status, 200)
  const { revision, versionId, modified, ...rest } = body
  t.match(before, rest)
  t.same([revision, body.properties.length], [2, 1])
})

t.test('given an unknown product, when it is updated, then it is 404', async (t) => {
  t.match(await update({ productId: 'nobody' }), { status: 404, body: { error: 'NotFound' } })
})

t.test('given a SKU that is no longer used, when another product takes it, then it is created', async (t) => {
  await create({ productId: 'giver', variants: [{ skuId: 'moving' }, { skuId: 'staying' }] })
  t.equal((await update({ productId: 'giver', variants: [{ skuId: 'staying' }] })).status, 200)
  t.equal((await create({ productId: 'taker', variants: [{ skuId: 'moving' }] })).status, 201)
  t.match(await update({ productId: 'taker', variants: [{ skuId: 'staying' }] }), { status: 409, body: { error: 'SkuExists' } })
})

t.test('given a product with variants, when its id is a SKU of a component, then it is refused until it has none', async (t) => {
  await create({ productId: 'part', variants: [{ skuId: 'part-1' }] })
  const whole = { productId: 'whole', components: [{ productId: 'part', quantity: 1, skuId: 'part' }] }
  t.match(await create(whole), { status: 400, body: { error: 'InvalidComponentSku' } })
  await update({ productId: 'part', variants: [] })
  t.equal((await create(whole)).status, 201)
})

t.test('given an update that would close a circle, when it is sent, then it is refused with its path', async (t) => {
  await create({ productId: 'c' })
  await create({ productId: 'b', components: [{ productId: 'c', quantity: 1 }] })
  await create({ productId: 'a', components: [{ productId: 'beans', quantity: 1, options: [{ productId: 'b' }] }] })
  const before = await read('c')
  const response = await update({ productId: 'c', components: [{ productId: 'a', quantity: 1 }] })
  t.match(response, { status: 400, body: { error: 'CircularReference', message: /c → a → b → c/ } })
  t.same(await read('c'), before)

  await update({ productId: 'b', components: [] })
  t.equal((await update({ productId: 'c', components: [{ productId: 'a', quantity: 1 }] })).status, 200, 'the way is open again')
})

t.test('given concurrent writes that together would close a circle, then one fails', async (t) => {
  for (let round = 0; round < 5; round++) {
    const ids = [0, 1, 2, 3].map((index) => `ring-${round}-${index}`)
    for (const productId of ids) await create({ productId })
    const responses = await Promise.all(
      ids.map((productId, index) =>
        update({ productId, components: [{ productId: ids[(index + 1) % ids.length], quantity: 1 }] }),
      ),
    )
    t.same(responses.map(({ status }) => status).sort(), [200, 200, 200, 400])
    const refused = responses.find(({ status }) => status === 400)
    t.match(refused?.body, {
      error: 'CircularReference',
      message: new RegExp(`: (ring-${round}-\\d)( → ring-${round}-\\d){3} → \\1`),
    })
  }
})

t.test('given If-Match, when a product is updated, then the current version works and a stale one is 412', async (t) => {
  const first = (await create({ productId: 'watched', name: 'One', price: 1 })).body
  const second = await update({ productId: 'watched', name: 'Two', price: 1 }, { 'if-match': `"${first.versionId}"` })
  t.equal(second.status, 200)
  t.not(second.body.versionId, first.versionId)

  const stale = await update({ productId: 'watched', name: 'Three' }, { 'if-match': `"${first.versionId}"` })
  t.match(stale, {
    status: 412,
    body: { error: 'VersionConflict', currentVersionId: second.body.versionId, changedFields: ['name'] },
  })
  t.equal((await update({ productId: 'watched', name: 'Four' }, { 'if-match': '*' })).status, 200)
  const list = `"${first.versionId}", "${(await read('watched')).versionId}"`
  t.equal((await update({ productId: 'watched', name: 'Five' }, { 'if-match': list })).status, 200)
  const never = await update({ productId: 'watched' }, { 'if-match': '"never-was"' })
  t.same([never.status, never.body.changedFields], [412, []])
})

t.test('given no If-Match, when a product is updated, then the versions that it overwrote are named', async (t) => {
  const first = (await create({ productId: 'over' })).body
  const second = (await update({ productId: 'over', name: 'B' })).body
  const third = await update({ productId: 'over', name: 'C', versionId: second.versionId })
  t.equal(third.headers['overwrote-versions'], undefined)
  const fourth = await update({ productId: 'over', name: 'D', versionId: first.versionId })
  t.equal(fourth.headers['overwrote-versions'], `${second.versionId}, ${third.body.versionId}`)
  t.equal((await update({ productId: 'over', versionId: 'never was' })).headers['overwrote-versions'], undefined)
})

t.test('given rejectStaleVersions, then the versionId of the body must be current', async (t) => {
  const first = (await create({ productId: 'strict', name: 'A' })).body
  await update({ productId: 'strict', name: 'B' })
  catalog.config.settings = { ...catalog.config.settings, rejectStaleVersions: true }
  t.teardown(() => {
    catalog.config.settings = { ...catalog.config.settings, rejectStaleVersions: false }
  })
  t.match(await update({ productId: 'strict', name: 'C', versionId: first.versionId }), {
    status: 412,
    body: { changedFields: ['name'] },
  })
  const stale = { productId: 'strict', name: 'C', versionId: first.versionId }
  t.equal((await update(stale, { 'if-match': '*' })).status, 412, 'If-Match does not lift the rule of the body')
  t.equal((await update({ productId: 'strict', name: 'C' })).status, 200)
})

t.test('given one product, when it is updated concurrently, then all updates are applied in sequence', async (t) => {
  await create({ productId: 'busy' })
  const responses = await Promise.all([1, 2, 3, 4, 5, 6].map((price) => update({ productId: 'busy', price })))
  t.same(responses.map(({ body }) => body.revision).sort(), [2, 3, 4, 5, 6, 7])
  const published = (await catalog.events()).filter(({ subject }) => subject === 'busy')
  t.same(
    published.map(({ sequence }) => sequence),
    [1, 2, 3, 4, 5, 6, 7],
    'and their events are in that order',
  )
})

t.test('given Prefer: return=minimal, when a product is updated, then it is 204 with the version', async (t) => {
  await create({ productId: 'brief' })
  const response = await update({ productId: 'brief', name: 'Short' }, { prefer: 'return=minimal' })
  t.same([response.status, response.text, response.headers.etag], [204, '', `"${(await read('brief')).versionId}"`])
})
