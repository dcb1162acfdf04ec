import t from 'tap'
import { testCatalog } from '../../testing/test-catalog.ts'

const catalog = await testCatalog(t)
const create = (body: unknown) => catalog.send({ method: 'POST', url: '/api/products', body })
const update = (body: unknown) => catalog.send({ method: 'PUT', url: '/api/products', body })
const remove = (productId: string, headers: Record<string, string> = {}) =>
  catalog.send({ method: 'DELETE', url: `/api/products/${productId}`, headers })
const read = async (productId: string) => (await catalog.send({ url: `/api/products/${productId}` })).status
const published = async (productId: string) => (await catalog.events()).filter(({ subject }) => subject === productId)
const found = async (body: object) =>
  (await catalog.send({ method: 'POST', url: '/api/products/SearchProducts', body })).body.result.length

t.test('given a product with SKUs, when it is deleted, then its codes are free and the deletion is published', async (t) => {
  await create({ productId: 'cup', name: 'Cup', variants: [{ skuId: 'cup-red' }] })
  const response = await remove('cup')
  t.same([response.status, response.text], [204, ''])
  t.equal(await read('cup'), 404)
  t.equal(await found({ productIds: ['cup'] }), 0)
  t.match((await published('cup')).at(-1), {
    type: 'catalog.product.deleted.v1',
    source: '/catalog/product',
    sequence: 2,
    actor: 'test-client',
    data: { productId: 'cup', revision: 2, name: 'Cup', skus: [{ skuId: 'cup-red' }] },
  })
  t.match(await remove('cup'), { status: 404, body: { error: 'NotFound' } })
  t.equal((await create({ productId: 'cup-red' })).status, 201, 'its codes are free')
})

t.test('given a deleted product, when another takes its id, then the sequence of events continues', async (t) => {
  await create({ productId: 'phoenix', name: 'First' })
  await remove('phoenix')
  const again = await create({ productId: 'phoenix', name: 'Second' })
  t.match(again, { status: 201, body: { name: 'Second', revision: 3 } })
  t.equal((await update({ productId: 'phoenix', name: 'Third' })).body.revision, 4)
  t.equal((await remove('phoenix')).status, 204)
  t.same(
    (await published('phoenix')).map(({ type, sequence, data }) => [type.split('.')[2], sequence, data.revision]),
    [
      ['created', 1, 1],
      ['deleted', 2, 2],
      ['created', 3, 3],
      ['updated', 4, 4],
      ['deleted', 5, 5],
    ],
  )
})

t.test('given a product in a package, when it is deleted, then it is 409 until no package names it', async (t) => {
  for (const productId of ['beans', 'mug', 'lid']) await create({ productId, variants: [{ skuId: `${productId}-1` }] })
  const options = [{ productId: 'mug' }, { skuId: 'lid-1' }]
  const box = { productId: 'box', isBundle: true, components: [{ productId: 'beans', quantity: 1, options }] }
  await create({ productId: 'set', variants: [{ skuId: 'set-1', components: [{ productId: 'beans', quantity: 2 }] }] })
  await create(box)
  const before = (await catalog.events()).length

  t.match(await remove('beans'), { status: 409, body: { error: 'ProductInUse', message: /box, set/ } })
  for (const productId of ['mug', 'lid']) {
    t.match(await remove(productId), { status: 409, body: { error: 'ProductInUse', message: /: box\./ } }, productId)
    t.equal(await read(productId), 200)
  }
  t.equal((await catalog.events()).length, before)

  t.equal((await remove('box')).status, 204, 'a package itself can be')
  t.equal((await remove('mug')).status, 204, 'and then what only it was made of')
  await update({ productId: 'set', variants: [{ skuId: 'set-1', components: [] }] })
  t.equal((await remove('beans')).status, 204)
})

t.test('given a product, when it is deleted and made a component concurrently, then only one of both succeeds', async (t) => {
  for (let round = 0; round < 12; round++) {
    const [part, whole] = [`part-${round}`, `whole-${round}`]
    await create({ productId: part })
    if (round % 2 === 1) await create({ productId: whole })
    const components = [{ productId: part, quantity: 1 }]
    const write = () => (round % 2 === 1 ? update : create)({ productId: whole, components })
    const [first, second] = round % 4 < 2 ? [write(), remove(part)] : [remove(part), write()]
    const responses = await Promise.all([first, second])
    const [written, removed] = round % 4 < 2 ? responses : [responses[1], responses[0]]
    const outcome = `${written?.status} ${written?.body?.error} / ${removed?.status} ${removed?.body?.error}`
    t.ok(
      [
        '200 undefined / 409 ProductInUse',
        '201 undefined / 409 ProductInUse',
        '400 ComponentProductNotFound / 204 undefined',
      ].includes(outcome),
      outcome,
    )
    t.equal(await read(part), removed?.status === 204 ? 404 : 200)
  }
})

t.test('given concurrent deletions, then one succeeds and the others are 404', async (t) => {
  await create({ productId: 'once' })
  const responses = await Promise.all([1, 2, 3].map(() => remove('once')))
  t.same(responses.map(({ status }) => status).sort(), [204, 404, 404])
  t.equal((await published('once')).length, 2)
})

t.test('given one product id, when it is created and deleted concurrently, then the sequence has no gap', async (t) => {
  const work = Array.from({ length: 24 }, (_, index) => (index % 2 === 0 ? create({ productId: 'storm' }) : remove('storm')))
  for (const { status } of await Promise.all(work)) t.ok([201, 204, 404, 409].includes(status), String(status))
  const events = await published('storm')
  t.same(
    events.map(({ sequence }) => sequence),
    events.map((_, index) => index + 1),
  )
  t.equal(await read('storm'), events.at(-1)?.type === 'catalog.product.deleted.v1' ? 404 : 200)
})

t.test('given If-Match, when a product is deleted, then the current version works and a stale one is 412', async (t) => {
  const first = (await create({ productId: 'watched', name: 'One' })).body
  const second = (await update({ productId: 'watched', name: 'Two' })).body
  t.match(await remove('watched', { 'if-match': `"${first.versionId}"` }), {
    status: 412,
    body: { error: 'VersionConflict', currentVersionId: second.versionId, changedFields: ['name'] },
  })
  t.equal(await read('watched'), 200)
  t.equal((await remove('watched', { 'if-match': `"${second.versionId}"` })).status, 204)
})

t.test('given a repeated Idempotency-Key, when a product is deleted, then the first response is returned', async (t) => {
  await create({ productId: 'keyed' })
  const headers = { 'idempotency-key': 'delete-once' }
  t.equal((await remove('keyed', headers)).status, 204)
  await create({ productId: 'keyed' })
  const again = await remove('keyed', headers)
  t.same([again.status, again.headers['idempotent-replayed']], [204, 'true'])
  t.equal(await read('keyed'), 200, 'the one that came later stays')
})

t.test('given a client that may only read, when it deletes a product, then it is 403', async (t) => {
  await create({ productId: 'kept' })
  t.equal((await catalog.send({ method: 'DELETE', url: '/api/products/kept', as: { roles: ['ProductRead'] } })).status, 403)
  t.equal(await read('kept'), 200)
})
