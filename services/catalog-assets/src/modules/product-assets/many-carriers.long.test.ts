import type { Statement } from '@open-oms/service-kit/database/statement'
import { joinTransaction } from '@open-oms/service-kit/database/transaction'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import t from 'tap'
import type { Deps } from '../../deps.ts'
import { imageHost, png } from '../../testing/image-host.ts'
import { keysIn } from '../../testing/sample-files.ts'
import { testCatalog } from '../../testing/test-catalog.ts'
import { removeReleased } from '../storage/maintain-files.ts'
import { addProductAssets } from './add-product-assets.ts'
import { BATCH_SIZE } from './carrying-products.ts'
import { deleteProductAssets } from './delete-product-assets.ts'
import { getProductAssets } from './get-product-assets.ts'
import { updateProductAssets } from './update-product-assets.ts'

const COUNT = 2 * BATCH_SIZE + 5

const catalog = await testCatalog(t)
const origin = await imageHost(t)
origin.files.set('/red.png', await png('red')).set('/blue.png', await png('blue'))
const author = { actor: 'test', correlationId: 'test', ifMatch: null, record: () => Promise.resolve() }
const mark = (assetId: string) => ({ assetId, assetType: 'ExternalCertification', externalUrl: 'https://marks.example/1' })
const numberedIds = (prefix: string) => Array.from({ length: COUNT }, (_, index) => `${prefix}-${String(index).padStart(3, '0')}`)
const read = async (productId: string) => (await catalog.send({ url: `/api/products/${productId}` })).body
const all = async (prefix: string) => await Promise.all(numberedIds(prefix).map(read))

/** Creates products that all carry the assets. */
async function carriers(prefix: string, assets: object[]): Promise<void> {
  for (const productId of numberedIds(prefix)) {
    const { status } = await catalog.send({ method: 'POST', url: '/api/products', body: { productId, assets } })
    t.equal(status, 201)
  }
}

/**
 * The dependencies of commands, with a look at each statement's rows and at how often the work of a
 * transaction is begun.
 */
function watched(seen: (statement: Statement, rows: number) => void = () => undefined): Deps & { attempts(): number } {
  let attempts = 0
  const inTransaction: Deps['inTransaction'] = (work) =>
    catalog.deps.inTransaction((tx) => {
      attempts++
      const query = async <Row>(statement: Statement): Promise<Row[]> => {
        const rows = await tx.query<Row>(statement)
        seen(statement, rows.length)
        return rows
      }
      return work({ ...joinTransaction(tx), query })
    })
  return { ...catalog.deps, inTransaction, attempts: () => attempts }
}

// Found in a trial from outside: one call with the id of a mark loaded every product that carries
// it, each as large as a request.
t.test(
  'given a mark on many products, when it is read, updated and deleted, then no statement returns more than a batch',
  async (t) => {
    await carriers('mark', [mark('MARK')])
    let rowsMax = 0
    const deps = watched((_, rows) => {
      rowsMax = Math.max(rowsMax, rows)
    })
    const found = await getProductAssets(deps, ['MARK'])
    t.same(
      found.map(({ parentId }) => parentId),
      numberedIds('mark'),
    )
    t.equal(rowsMax, BATCH_SIZE)

    const updated = await updateProductAssets(deps, { ...author, inputs: [{ assetId: 'MARK', name: 'Eco' }] })
    t.same([updated.assets.length, updated.versionId], [COUNT, null])
    for (const product of await all('mark')) t.match(product, { revision: 2, assets: [{ assetId: 'MARK', name: 'Eco' }] })

    await deleteProductAssets(deps, { ...author, assetIds: ['MARK'] })
    for (const product of await all('mark')) t.match(product, { revision: 3, assets: { length: 0 } })
    t.equal(rowsMax, BATCH_SIZE)
    const deleted = (await catalog.events()).filter(({ type }) => type === 'catalog.asset.deleted.v1')
    t.same(
      deleted.flatMap(({ data }) => data.productIds),
      numberedIds('mark'),
      'each event names the products of its batch',
    )
    const sequences = (await catalog.events()).filter(({ subject }) => subject === 'MARK').map(({ sequence }) => sequence)
    t.same(
      sequences,
      sequences.map((_, index) => index + 1),
      'the events have no gap',
    )
  },
)

t.test('given an unknown id among those of many products, when they are updated, then nothing is changed', async (t) => {
  await carriers('whole', [mark('WHOLE')])
  const events = (await catalog.events()).length
  const inputs = [{ assetId: 'WHOLE', name: 'Never' }, { assetId: 'unheard-of' }]
  await t.rejects(updateProductAssets(catalog.deps, { ...author, inputs }), { code: 'NotFound', message: /"unheard-of"/ })
  const last = await read(numberedIds('whole').at(-1) as string)
  const ifMatch = {
    any: false,
    versions: (await all('whole')).map(({ versionId }) => versionId).filter((id) => id !== last.versionId),
  }
  const stale = { ...author, ifMatch }
  await t.rejects(updateProductAssets(catalog.deps, { ...stale, inputs: inputs.slice(0, 1) }), { code: 'VersionConflict' })
  await t.rejects(deleteProductAssets(catalog.deps, { ...stale, assetIds: ['WHOLE'] }), { code: 'VersionConflict' })
  for (const product of await all('whole')) t.match(product, { revision: 1, assets: [{ assetId: 'WHOLE', name: null }] })
  t.equal((await catalog.events()).length, events)
})

t.test(
  'given assets on products of different batches, when they get new files, then each is downloaded once and stays',
  async (t) => {
    await carriers('files', [{ assetId: 'shared', externalUrl: `${origin.url}/red.png` }])
    const last = numberedIds('files').at(-1) as string
    const add = { ...author, code: last, inputs: [{ assetId: 'last', externalUrl: `${origin.url}/red.png` }] }
    await addProductAssets(catalog.deps, add)
    origin.asked.clear()
    const externalUrl = `${origin.url}/blue.png`
    const inputs = ['shared', 'last'].map((assetId) => ({ assetId, externalUrl, forceUpload: true, fileName: `${assetId}.png` }))
    const { assets } = await updateProductAssets(catalog.deps, { ...author, inputs })
    t.same([assets.length, origin.asked.get('/blue.png')], [COUNT + 1, 2], 'once for each name of the file')
    t.equal(new Set(assets.map(({ url }) => url?.slice(-64))).size, 1)
    while ((await removeReleased({ ...catalog.database, store: catalog.store })) > 0);
    t.same(
      (await keysIn(catalog.store)).filter((key) => /^[0-9a-f]{64}$/.test(key)),
      [assets[0]?.url?.slice(-64)],
      'the old file is deleted, the new one is stored',
    )
  },
)

t.test(
  'given an asset that is a link in the first batch and a file in the last, when it gets a new file, then each product is written once',
  async (t) => {
    await carriers('mixed', [mark('MIXED')])
    const externalUrl = `${origin.url}/red.png`
    const last = numberedIds('mixed').at(-1) as string
    await addProductAssets(catalog.deps, { ...author, code: last, inputs: [{ assetId: 'MIXED', externalUrl }] })
    const inputs = [{ assetId: 'MIXED', externalUrl: `${origin.url}/blue.png`, forceUpload: true }]
    await updateProductAssets(catalog.deps, { ...author, inputs })
    const products = await all('mixed')
    for (const product of products.slice(0, -1))
      t.match(product, { revision: 2, assets: [{ url: `${origin.url}/blue.png`, length: 0 }] })
    t.match(products.at(-1), { revision: 3, assets: [{ fileName: 'blue.png', contentType: 'image/png' }] })
    const sequences = (await catalog.events())
      .filter(({ type, subject }) => type === 'catalog.product.updated.v1' && numberedIds('mixed').includes(subject))
      .map(({ subject, sequence }) => `${subject} ${sequence}`)
    t.equal(new Set(sequences).size, COUNT + 1, 'no event of the attempt that was undone is left')
    t.equal(sequences.length, COUNT + 1)
  },
)

t.test(
  'given concurrent writes of a mark and of its products, then each product has a serial result and no write is retried',
  async (t) => {
    await carriers('race', [mark('RACE-A'), mark('RACE-B')])
    const deps = watched()
    const [first, last] = [numberedIds('race')[0] as string, numberedIds('race').at(-1) as string]
    const update = (...assetIds: string[]) =>
      updateProductAssets(deps, { ...author, inputs: assetIds.map((assetId) => ({ assetId, name: assetIds.join('+') })) })
    const add = (code: string) => addProductAssets(deps, { ...author, code, inputs: [{ ...mark('RACE-A'), name: code }] })
    const calls = [
      update('RACE-A', 'RACE-B'),
      update('RACE-B', 'RACE-A'),
      add(last),
      update('RACE-A'),
      add(first),
      update('RACE-B'),
    ]
    await Promise.all(calls)
    t.equal(deps.attempts(), calls.length, 'no transaction was ended because of a deadlock')
    const names = new Set(
      (await all('race')).slice(1, -1).map(({ assets }) => assets.map(({ name }: { name: string }) => name).join()),
    )
    t.equal(names.size, 1, 'all products without another change have the same state')
  },
)

t.test('given a mark that is being deleted, when a product gets it meanwhile, then it is on that product alone', async (t) => {
  await carriers('late', [mark('LATE')])
  await catalog.send({ method: 'POST', url: '/api/products', body: { productId: 'newcomer' } })
  const [begun, added] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = watched(({ text }) => void (text.startsWith('fetch') && begun.resolve()))
  const waiting: Deps['inTransaction'] = (work) =>
    slow.inTransaction(async (tx) => {
      const result = await work(tx)
      await added.promise
      return result
    })
  const deleted = deleteProductAssets({ ...slow, inTransaction: waiting }, { ...author, assetIds: ['LATE'] })
  await begun.promise
  const adding = addProductAssets(catalog.deps, { ...author, code: 'newcomer', inputs: [mark('LATE')] })
  const isWaiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await eventually(async () => (await catalog.database.query({ text: isWaiting })).length > 0, 'the add waits for the delete')
  added.resolve()
  await Promise.all([deleted, adding])
  t.same(
    (await getProductAssets(catalog.deps, ['LATE'])).map(({ parentId }) => parentId),
    ['newcomer'],
  )
})
