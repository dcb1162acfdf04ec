// Own process: it starts the whole system.
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requestToken } from '@open-oms/system/rest-client'
import { root } from '@open-oms/system/root'
import t, { type Test } from 'tap'
import { paidOrder } from './paid-order.ts'
import { runOms } from './run-tool.ts'
import { eventually, queryRows, type SystemUnderTest, systemUnderTest } from './system-under-test.ts'

type Order = { id: string; orderNumber: string; versionId: string }
type Product = { assets: { url: string }[] }

/** Stored addresses follow it; nothing listens there. */
const PUBLIC_BASE = 'https://copy.example.com'

async function uploadPicture({ client, system }: SystemUnderTest, picture: Buffer): Promise<void> {
  await client.call('POST', '/api/products', { body: { productId: 'CUP', name: 'Cup' } })
  const token = await requestToken(system.gatewayUrl, { clientId: 'demo', clientSecret: 'demo-secret' })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' }
  const url = `${system.gatewayUrl}/api/products/Assets/AddAsset/CUP`
  const response = await fetch(url, { method: 'POST', headers, body: picture as Uint8Array<ArrayBuffer> })
  if (!response.ok) throw new Error(await response.text())
}

async function createOrder({ client }: SystemUnderTest, id: string): Promise<Order> {
  return (await client.call<Order>('POST', '/api/Orders', { body: paidOrder(id) })).body
}

/** Creates orders, one after the other, until it is stopped; those that were acknowledged. */
function load(under: SystemUnderTest) {
  const acknowledged: Order[] = []
  let isStopped = false
  const run = async () => {
    while (!isStopped) acknowledged.push(await createOrder(under, `load-${acknowledged.length}`))
  }
  const ended = run()
  const stop = () => {
    isStopped = true
    return ended
  }
  return { acknowledged, stop }
}

const handled = ({ system }: SystemUnderTest) =>
  queryRows<{ id: string; count: number }>(
    system.databaseUrls['accounting-read'],
    'select order_id as id, count(*)::int as count from payment_transaction group by order_id order by order_id',
  )

const storedOrders = async ({ system }: SystemUnderTest) =>
  (await queryRows<{ id: string }>(system.databaseUrls['orders-workflow'], 'select id from "order" order by id')).map(
    ({ id }) => id,
  )

const ledger = ({ system }: SystemUnderTest) =>
  queryRows(system.databaseUrls['accounting-read'], 'select id, posting_hash from posting order by 1')

/** Orders whose payments are posted, then some whose events accounting-read cannot have handled. */
async function fill(t: Test, under: SystemUnderTest): Promise<Order[]> {
  await uploadPicture(under, await readFile(join(root, 'config/logo.png')))
  const posted = [await createOrder(under, 'posted-0'), await createOrder(under, 'posted-1')]
  await eventually(
    () => handled(under),
    (rows) => rows.length === posted.length,
  )
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Oslo' }).format(new Date())
  const built = await runOms(['accounting', 'build', '--date', date], under.dataDir)
  t.equal(built.code, 0, built.output)
  await under.system.services['accounting-read'].stop()
  return [...posted, await createOrder(under, 'unhandled-0'), await createOrder(under, 'unhandled-1')]
}

async function checkRestored(t: Test, under: SystemUnderTest, acknowledged: readonly Order[]): Promise<void> {
  for (const { id, orderNumber, versionId } of acknowledged)
    t.match((await under.client.call('GET', `/api/Orders/${id}`)).body, { id, orderNumber, versionId })
  const orders = await storedOrders(under)
  const payments = await eventually(
    () => handled(under),
    (rows) => rows.length === orders.length,
  )
  t.same(
    payments,
    orders.map((id) => ({ id, count: 1 })),
    'events that were not handled are published again, each has one effect',
  )
  const { body } = await under.client.call<Product>('GET', '/api/products/CUP')
  const url = body.assets[0]?.url ?? ''
  t.equal(url.startsWith(PUBLIC_BASE), true, url)
  const file = await fetch(url.replace(PUBLIC_BASE, under.system.gatewayUrl))
  t.same(Buffer.from(await file.arrayBuffer()), await readFile(join(root, 'config/logo.png')))
  const verified = await runOms(['accounting', 'verify'], under.dataDir)
  t.equal(verified.code, 0, verified.output)
  await createOrder(under, 'after-restoring')
}

async function backUpUnderLoad(t: Test): Promise<void> {
  const place = await mkdtemp(join(tmpdir(), 'oms-backup-'))
  t.teardown(() => rm(place, { recursive: true, force: true }))
  const [backup, dataDir] = [join(place, 'backup'), join(place, 'restored')]
  const first = await systemUnderTest(t)
  const filled = await fill(t, first)
  const postings = await ledger(first)
  t.ok(postings.length > 0)
  const { acknowledged, stop } = load(first)
  await eventually(
    async () => acknowledged.length,
    (count) => count >= 3,
  )
  const before = [...filled, ...acknowledged]
  const made = await runOms(['backup', '--to', backup], first.dataDir)
  t.equal(made.code, 0, made.output)
  await stop()
  t.ok(acknowledged.length + filled.length > before.length, 'orders were created meanwhile')
  for (const file of ['manifest.json', 'keys/start.json', 'databases/orders-workflow/public.order.copy.gz'])
    t.equal((await stat(join(backup, file))).mode & 0o777, 0o600, file)
  await first.system.stop()

  const restored = await runOms(['restore', '--from', backup, '--public-url', PUBLIC_BASE], dataDir)
  t.equal(restored.code, 0, restored.output)
  const second = await systemUnderTest(t, { dataDir, environment: { ASSET_PUBLIC_BASE: PUBLIC_BASE } })
  t.same(await ledger(second), postings)
  await checkRestored(t, second, before)
  const again = await runOms(['restore', '--from', backup, '--replace'], dataDir)
  t.match(again, { code: 1, output: /is running already/ })
}

t.test(
  'given orders under way, when the system is backed up and restored elsewhere, then nothing acknowledged before is lost',
  backUpUnderLoad,
)
