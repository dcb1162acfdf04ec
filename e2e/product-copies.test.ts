// Shared process: a started system.
import t from 'tap'
import { anySystem } from './shared-system.ts'
import { eventually, queryRows } from './system-under-test.ts'

t.test('given a product, when it is created, updated, deleted and created again, then the copy of orders follows', async (t) => {
  const { system, client } = await anySystem()
  type Copy = { revision: number; name: string; skus: string[]; components: { productId: string; componentId: string }[] }
  const findProductCopy = async (productId: string): Promise<Copy | undefined> => {
    const [row] = await queryRows<Copy>(
      system.databaseUrls['orders-workflow'],
      `select p.revision, p.name, p.components, array(select s.sku_id from product_copy_sku s where s.product_id = p.product_id order by 1) as skus
       from product_copy p where p.product_id = $1`,
      [productId],
    )
    return row
  }
  const arrived = (productId: string, revision: number) =>
    eventually(
      () => findProductCopy(productId),
      (copy) => copy?.revision === revision,
    )

  await client.call('POST', '/api/products', { body: { productId: 'lid', name: 'Lid' } })
  const components = [{ productId: 'lid', quantity: 1, componentId: 'the-lid' }]
  const cup = {
    productId: 'cup',
    name: 'Cup',
    isPackage: true,
    components,
    variants: [{ skuId: 'cup-red' }, { skuId: 'cup-blue' }],
  }
  await client.call('POST', '/api/products', { body: cup })
  t.match(await arrived('cup', 1), { name: 'Cup', skus: ['cup-blue', 'cup-red'], components })

  await client.call('PUT', '/api/products', { body: { ...cup, name: 'Big cup', variants: [{ skuId: 'cup-red' }] } })
  t.match(await arrived('cup', 2), { name: 'Big cup', skus: ['cup-red'] })

  await client.call('DELETE', '/api/products/cup')
  await eventually(
    () => findProductCopy('cup'),
    (copy) => copy === undefined,
  )
  const skus = await queryRows(system.databaseUrls['orders-workflow'], `select from product_copy_sku where product_id = 'cup'`)
  t.equal(skus.length, 0, 'its SKUs are unknown too')

  await client.call('POST', '/api/products', { body: { productId: 'cup', name: 'Another cup' } })
  t.match(await arrived('cup', 4), { name: 'Another cup', skus: ['cup'], components: { length: 0 } })
})
