// Own process: it starts the whole system.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { freePort } from '@open-oms/local-servers/free-port'
import { startPostgres } from '@open-oms/local-servers/postgres-server'
import { ensureDatabase, kitProject, migrate } from '@open-oms/service-kit/database/migrate'
import { root } from '@open-oms/system/root'
import { type DatabaseService, databaseName, databaseServices } from '@open-oms/system/start/service-names'
import pg from 'pg'
import t, { type Test } from 'tap'
import { checkDerived, checkFacets, checkWrites, nothingIsLeft } from './check-upgraded-orders.ts'
import { copyOrder, type DatabaseCopy, fillDatabase, firstFixture, upgradeFixture } from './database-copy.ts'
import { runOms } from './run-tool.ts'
import { queryRows, type SystemUnderTest, systemUnderTest } from './system-under-test.ts'
import { SKU } from './upgrade-orders.ts'

type Copies = Record<DatabaseService, DatabaseCopy>
type Order = { id: string; storeId: string; orderForm: { creditPaymentTotal?: number } }
type Posting = { totalDebit: number; orderIds: string[] }

/**
 * The order that there are copies of, where a fixture has it: so many that the system still derives
 * fields of some while others are written.
 */
const COPIED = 'upgrade-cancelled'
const COPIES = 3_000

async function readCopies(fixture: string): Promise<Copies> {
  return JSON.parse(gunzipSync(await readFile(fixture)).toString())
}

/** A folder with those migrations of a project that the copied database had. */
async function folderAtThatTime(t: Test, folder: string, copy: DatabaseCopy['migrations'][string] = []): Promise<string> {
  const target = await mkdtemp(join(tmpdir(), 'oms-upgrade-'))
  t.teardown(() => rm(target, { recursive: true, force: true }))
  for (const { migration_name: name } of copy) await cp(join(folder, name), join(target, name), { recursive: true })
  return target
}

/** Makes a database of the server as the version before left it: it belongs to the superuser. */
async function fillAsAtThatTime(t: Test, serverUrl: string, { service, copy }: { service: DatabaseService; copy: DatabaseCopy }) {
  const url = Object.assign(new URL(serverUrl), { pathname: `/${databaseName(service)}` })
  const { kit, public: own } = copy.migrations
  const kitFolder = await folderAtThatTime(t, kitProject.migrationsFolder, kit)
  const ownFolder = await folderAtThatTime(t, join(root, 'services', service, 'prisma', 'migrations'), own)
  await ensureDatabase(url.href)
  const projects = [
    { schema: 'kit', migrationsFolder: kitFolder },
    { schema: 'public', migrationsFolder: ownFolder },
  ] as const
  await migrate({ databaseUrl: url.href, projects })
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await fillDatabase(client, copy)
    if (orderIds(copy).includes(COPIED)) await copyOrder(client, { id: COPIED, sku: SKU, count: COPIES })
  } finally {
    await client.end()
  }
}

/** The data folder of a system of the version before, which had one user for all databases. */
async function folderOfVersionBefore(t: Test, copies: Copies): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'oms-upgrade-'))
  const postgresPassword = 'of-all'
  await writeFile(join(dataDir, 'start.json'), JSON.stringify({ postgresPassword, postgresPort: 0, natsPort: 0 }))
  const folder = join(dataDir, 'postgres')
  const plan = { folder, port: await freePort(), password: postgresPassword, settings: [], onLine: () => undefined }
  const server = await startPostgres(plan)
  try {
    for (const service of databaseServices) await fillAsAtThatTime(t, server.serverUrl, { service, copy: copies[service] })
  } finally {
    await server.stop()
  }
  return dataDir
}

/**
 * Everything in the databases belongs to their owners, and the services connect as users of their
 * own.
 */
async function checkOwners(t: Test, { system }: SystemUnderTest): Promise<void> {
  const text = `select distinct relowner::regrole::text as owner from pg_class
      where relnamespace in ('public'::regnamespace, 'kit'::regnamespace) and relkind in ('r', 'v', 'S')
    union select proowner::regrole::text from pg_proc where proname in ('refuse_change', 'require_event_sequence')`
  for (const service of databaseServices) {
    const name = databaseName(service)
    t.same(await queryRows(system.adminUrls[service], text), [{ owner: `${name}_owner` }], service)
    t.same(await queryRows(system.databaseUrls[service], 'select session_user as name'), [{ name }])
  }
}

function orderIds(copy: DatabaseCopy): string[] {
  return rowsIn<{ id: string }>(copy, 'public."order"').map(({ id }) => id)
}

/** How many orders there are, with the copies. */
function countOrders(copy: DatabaseCopy): number {
  return orderIds(copy).length + (orderIds(copy).includes(COPIED) ? COPIES : 0)
}

function rowsIn<Row>(copy: DatabaseCopy, table: string): Row[] {
  return JSON.parse(copy.rows[table] ?? '[]')
}

type StoredOrder = { id: string; document: Order & { sparse?: number } }

/** Returns an order that has a posting for itself, and of which nothing was refunded. */
async function checkOrders(t: Test, { client }: SystemUnderTest, copies: Copies): Promise<Order> {
  const copy = copies['orders-workflow']
  const stored = rowsIn<StoredOrder>(copy, 'public."order"')
  t.ok(stored.length > 0)
  for (const { id, document } of stored) {
    // How it is stored, which no response says.
    const { sparse: _, ...order } = document
    t.match((await client.call('GET', `/api/Orders/${id}`)).body, order, `order ${id}`)
  }
  const { body: found } = await client.call<{ totalHits: number }>('POST', '/api/Orders/Search', { body: {} })
  t.equal(found.totalHits, countOrders(copy), 'the search finds all of them')
  const posted = rowsIn<{ order_ids: string[] }>(copies['accounting-read'], 'public.posting').map(({ order_ids: ids }) =>
    ids.join(),
  )
  const isWanted = ({ id, document }: StoredOrder) => posted.includes(id) && !document.orderForm.creditPaymentTotal
  return stored.find(isWanted)?.document as Order
}

async function checkProducts(t: Test, { client }: SystemUnderTest, copy: DatabaseCopy): Promise<void> {
  const stored = rowsIn<{ product_id: string; document: { name: string } }>(copy, 'public.product')
  t.ok(stored.length > 0)
  for (const { product_id: id, document } of stored)
    t.match((await client.call('GET', `/api/products/${id}`)).body, { productId: id, name: document.name })
}

async function postings({ client }: SystemUnderTest, storeId: string): Promise<Posting[]> {
  const search = { storeId, source: 'WebFulfillment', take: 100 }
  return (await client.call<{ result: Posting[] }>('POST', '/api/Accounting/Postings/Search', { body: search })).body.result
}

const sumOfDebits = (booked: readonly Posting[]) => booked.reduce((sum, { totalDebit }) => sum + totalDebit, 0)

/**
 * Refunds a little of an order that the version before has completed, and builds the posting of it.
 */
async function refundAndPost(t: Test, test: SystemUnderTest, { id, storeId }: Order): Promise<void> {
  const before = await postings(test, storeId)
  t.same(
    before.map(({ orderIds }) => orderIds),
    [[id]],
  )
  const credit = {
    amount: 10,
    paymentMethodName: 'Card',
    transactionId: 'after-upgrade',
    transactionType: 'Credit',
    status: 'Processed',
  }
  const path = `/api/Orders/${id}/AddPayments`
  const { body: order } = await test.client.call<Order>('POST', path, { body: [credit] })
  t.equal(order.orderForm.creditPaymentTotal, 10)
  // The store's day may be another than that of UTC.
  const [from = '', to = ''] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))
  const built = await runOms(['accounting', 'build', '--date', from, '--to', to], test.dataDir)
  t.equal(built.code, 0, built.output)
  // On the day of the copy, the posting of before is built again; later, the refund has a posting
  // of its own.
  t.equal(sumOfDebits(await postings(test, storeId)), sumOfDebits(before) + 10)
}

for (const [version, fixture] of [
  ['the first version', firstFixture],
  ['the version before', upgradeFixture],
] as const)
  t.test(
    `given the data folder of ${version}, when the system starts, then its databases are taken over and it continues`,
    async (t) => {
      const copies = await readCopies(fixture)
      const test = await systemUnderTest(t, { dataDir: await folderOfVersionBefore(t, copies) })
      const copy = copies['orders-workflow']
      const hasAll = orderIds(copy).includes(COPIED)
      if (hasAll) await checkWrites(t, test, { id: COPIED, count: COPIES })
      await nothingIsLeft(test)
      await checkOwners(t, test)
      await checkProducts(t, test, copies['catalog-assets'])
      const order = await checkOrders(t, test, copies)
      await checkFacets(t, test, countOrders(copy))
      if (hasAll) await checkDerived(t, test)
      await refundAndPost(t, test, order)
      const verified = await runOms(['accounting', 'verify'], test.dataDir)
      t.equal(verified.code, 0, verified.output)
    },
  )
