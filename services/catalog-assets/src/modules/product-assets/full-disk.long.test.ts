// Own process: it fills a file system.
import { smallDisk } from '@open-oms/service-kit/testing/small-disk'
import t from 'tap'
import { png } from '../../testing/image-host.ts'
import { keysIn } from '../../testing/sample-files.ts'
import { testCatalog } from '../../testing/test-catalog.ts'
import { fsStore } from '../storage/fs-store.ts'

t.test(
  'given an asset store whose disk is full, then an upload is 503 and leaves nothing; with room again it is stored',
  async (t) => {
    const disk = await smallDisk(t, 4)
    const catalog = await testCatalog(t, { store: fsStore(disk.folder) })
    await catalog.send({ method: 'POST', url: '/api/products', body: { productId: 'p', variants: [{ skuId: 's' }] } })
    const body = await png('red')
    const headers = { 'content-type': 'application/octet-stream' }
    const upload = () =>
      catalog.send({ method: 'POST', url: '/api/products/Assets/AddAsset/p', body, query: { fileName: 'red.png' }, headers })
    const published = (await catalog.events()).length
    await disk.fill()
    const refused = await upload()
    t.match(refused, { status: 503, body: { error: 'Unavailable' } })
    t.ok(Number(refused.headers['retry-after']) > 0)
    t.equal((await catalog.events()).length, published, 'no event of it')
    t.match((await catalog.send({ url: '/api/products/p' })).status, 200, 'what needs no file continues')
    await disk.clear()
    const stored = await upload()
    t.equal(stored.status, 200, JSON.stringify(stored.body))
    t.ok((await keysIn(catalog.store)).length > 0)
  },
)
