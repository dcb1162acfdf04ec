import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import t from 'tap'
import { testCatalog } from '../../testing/test-catalog.ts'
import { foldEarlierProducts } from './fold-earlier-products.ts'

const log = createLogger({ service: 'test', level: 'silent' })
const migrations = join(import.meta.dirname, '../../../prisma/migrations')

/**
 * What the migration does with the products that were stored before it: its statements between the
 * two tables and the indexes.
 */
async function fillText(): Promise<string> {
  const folder = (await readdir(migrations)).find((name) => name.endsWith('_product_search')) as string
  const script = await readFile(join(migrations, folder, 'migration.sql'), 'utf8')
  const [, fill] = /(-- Lower case of all letters[\s\S]*?)-- Few keys a product/.exec(script) ?? []
  if (fill === undefined) throw new Error('The migration has no such part.')
  return `begin; ${fill} commit`
}

t.test(
  'given stored products, when the migration fills the search rows and they are folded again, then they are as a write makes them',
  async (t) => {
    const database = await testDatabase(t, 'catalog-assets')
    const { send } = await testCatalog(t, { database })
    const create = async (body: object) => t.equal((await send({ method: 'POST', url: '/api/products', body })).status, 201)
    await create({
      productId: 'Bønner',
      name: 'MØRKE Bønner',
      brand: 'Åse',
      gtins: ['704'],
      variants: [{ skuId: 'B-1' }, { skuId: 'B-2' }],
    })
    await create({ productId: 'kopp', name: 'A \\u0000 that is none', productType: 'ΤΕΛΟΣ' })
    await create({
      productId: 'eske',
      isBundle: true,
      components: [
        {
          productId: 'Bønner',
          skuId: 'B-1',
          quantity: 1,
          componentId: 'c'.repeat(900),
          options: [{ skuId: 'B-2' }, { skuId: 'kopp' }],
        },
        { productId: 'kopp', quantity: 2, componentId: 'k' },
      ],
      variants: [
        { skuId: 'eske-1', name: 'STOR', isPackage: true, gtins: ['705'], components: [{ productId: 'kopp', quantity: 1 }] },
      ],
    })
    const rows = async () => {
      const searched = `select s.*, array(select unnest(component_ids) order by 1) as component_ids,
      array(select unnest(string_to_array(search_text, chr(10))) order by 1) as search_text from product_search s order by product_id`
      const edges = `select e.*, array(select unnest(sku_ids) order by 1) as sku_ids from component_edge e order by product_id, component_product_id`
      return [await database.query({ text: searched }), await database.query({ text: edges })]
    }
    const written = await rows()
    t.same(
      written.map((table) => table.length),
      [3, 2],
    )
    await database.query({ text: `delete from product_search` })
    await database.query({ text: `update component_edge set sku_ids = '{}'` })
    await database.owner.query({ text: await fillText() })
    t.equal(await foldEarlierProducts({ ...database, log }, new AbortController().signal), 3)
    t.same(await rows(), written)
    t.equal(await foldEarlierProducts({ ...database, log }, new AbortController().signal), 0)
  },
)
