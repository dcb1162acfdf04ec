import t from 'tap'
import { testCatalog } from '../../testing/test-catalog.ts'

const catalog = await testCatalog(t)
const create = (body: unknown) => catalog.send({ method: 'POST', url: '/api/products', body })
const update = (body: unknown) => catalog.send({ method: 'PUT', url: '/api/products', body })
const variants = (...skuIds: string[]) => skuIds.map((skuId) => ({ skuId }))

t.test('given a variant that a package names, when it is removed, then it is 409 until no package names it', async (t) => {
  await create({ productId: 'beans', variants: variants('dark', 'light', 'decaf') })
  await create({
    productId: 'box',
    components: [{ productId: 'beans', skuId: 'dark', quantity: 1, options: [{ skuId: 'light' }] }],
  })
  for (const lost of ['dark', 'light']) {
    const left = ['dark', 'light', 'decaf'].filter((sku) => sku !== lost)
    const response = await update({ productId: 'beans', variants: variants(...left) })
    t.match(response, { status: 409, body: { error: 'ProductInUse', message: new RegExp(`${lost}.*: box\\.`) } })
  }
  t.match(await update({ productId: 'beans', variants: [] }), { status: 409, body: { error: 'ProductInUse' } })
  t.equal((await catalog.send({ url: '/api/products/beans' })).body.revision, 1, 'nothing was written')

  t.equal((await update({ productId: 'beans', variants: variants('dark', 'light') })).status, 200, 'nobody names the third')
  await update({ productId: 'box', components: [{ productId: 'beans', skuId: 'dark', quantity: 1 }] })
  t.equal((await update({ productId: 'beans', variants: variants('dark') })).status, 200, 'the option is removed')
  await update({ productId: 'box', components: [{ productId: 'beans', quantity: 1 }] })
  t.equal((await update({ productId: 'beans', variants: [] })).status, 200, 'the package names the product alone')
})

t.test('given a product that a package names as its SKU, when it gets variants, then it is 409', async (t) => {
  await create({ productId: 'cup' })
  await create({ productId: 'tray', components: [{ productId: 'cup', skuId: 'cup', quantity: 1 }] })
  t.match(await update({ productId: 'cup', variants: variants('cup-red') }), { status: 409, body: { error: 'ProductInUse' } })
})

t.test('given a variant, when it is removed and named by a package concurrently, then only one of both succeeds', async (t) => {
  for (let round = 0; round < 10; round++) {
    const [part, sku, whole] = [`part-${round}`, `part-${round}-x`, `whole-${round}`]
    await create({ productId: part, variants: variants(sku, `part-${round}-y`) })
    const components = [{ productId: part, skuId: sku, quantity: 1 }]
    const [removed, written] = await Promise.all([
      update({ productId: part, variants: variants(`part-${round}-y`) }),
      create({ productId: whole, components }),
    ])
    const outcome = `${removed.status} ${removed.body.error} / ${written.status} ${written.body.error}`
    t.ok(['200 undefined / 400 InvalidComponentSku', '409 ProductInUse / 201 undefined'].includes(outcome), outcome)
  }
})
