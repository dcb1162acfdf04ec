import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createClient } from '@open-oms/client'
import { scrollOrders } from '@open-oms/client/orders'
import type { NewOrder } from '@open-oms/client/types'
import type { Test } from 'tap'

type Credentials = { clientId: string; clientSecret: string }
type Recipes = {
  /** What a recipe exports, by the name of its file; the recipe runs when it is asked for first. */
  run<T>(file: string): Promise<T>
  folder: string
}

const root = join(import.meta.dirname, '..')

/**
 * The code blocks of the client's README as files, as a reader copies them, for the system of a
 * gateway; gone when the test ends.
 */
async function extractRecipes(t: Test, gatewayUrl: string, { clientId, clientSecret }: Credentials): Promise<Recipes> {
  const readme = await readFile(join(root, 'packages', 'client', 'README.md'), 'utf8')
  await mkdir(join(import.meta.dirname, '.cache'), { recursive: true })
  const folder = await mkdtemp(join(import.meta.dirname, '.cache', 'client-recipes-'))
  const before = { ...process.env }
  Object.assign(process.env, { OMS_URL: gatewayUrl, OMS_CLIENT_ID: clientId, OMS_CLIENT_SECRET: clientSecret })
  t.teardown(async () => {
    process.env = before
    await rm(folder, { recursive: true, force: true })
  })
  const blocks = Array.from(readme.matchAll(/^```ts\n\/\/ (\S+\.ts)\n(.*?)^```$/gms))
  for (const [, file = '', code = ''] of blocks) await writeFile(join(folder, file), code)
  t.equal(blocks.length, 12, 'twelve recipes')
  t.equal(readme.match(/^```ts/gm)?.length, blocks.length, 'no block is left out')
  return { folder, run: (file) => import(join(folder, file)) }
}

/** Compiles the recipes as strictly as TypeScript can. Returns what the compiler says. */
async function compile(folder: string): Promise<string> {
  const tsconfig = { extends: join(root, 'tsconfig.base.json'), include: ['*.ts'] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
  const compiler = spawn(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = await Promise.all([text(compiler.stdout), once(compiler, 'close')])
  return output
}

/**
 * Runs every recipe of the client's README against a system whose ledger has lines of Oslo-01 of
 * today.
 */
export async function testRecipes(t: Test, gatewayUrl: string, credentials: Credentials): Promise<void> {
  const { run, folder } = await extractRecipes(t, gatewayUrl, credentials)
  t.equal(await compile(folder), '', 'they compile strictly')

  const { id, order } = await run<{ id: string; order: { total: number } }>('create-order.ts')
  t.equal(order.total, 250)
  const { createOnce } = await run<{ createOnce(order: unknown): Promise<{ id: string }> }>('create-once.ts')
  t.equal((await createOnce(order)).id, id)
  const completed = await run<{ result: { isAborted: boolean }; run: { state: string } }>('complete-order.ts')
  t.match(completed, { result: { isAborted: false }, run: { state: 'Finished' } })
  t.match(await run('tag-order.ts'), { edited: { id, tags: ['gift'] } })
  const { rows } = await run<{ rows: object[] }>('small-orders.ts')
  t.match(
    rows.find((row) => (row as { id: string }).id === id),
    { customer: 'Kari Nordmann', tags: ['gift'], total: 250, lines: 1 },
  )
  const { sum } = await run<{ sum: { total: number } }>('all-orders.ts')
  t.ok(sum.total >= 250)

  const { handleChanges } = await run<{
    handleChanges(after: string | undefined, handle: (id: string, kind: string) => void): Promise<string>
  }>('follow-changes.ts')
  const kinds: string[] = []
  const cursor = await handleChanges(undefined, (orderId, kind) => orderId === id && kinds.push(kind))
  t.equal(kinds[0], 'created')
  t.ok(kinds.includes('statusChanged'))
  t.equal(await handleChanges(cursor, () => t.fail('nothing is new')), cursor)

  const oms = createClient({ baseUrl: gatewayUrl, token: credentials })
  const read = await oms.request('get', '/api/Orders/{orderId}', { params: { orderId: id }, omitEmpty: true })
  t.match(read.headers.get('vary'), /prefer/, 'through the gateway')
  t.equal(read.headers.get('preference-applied'), 'omit-empty')
  const newId = crypto.randomUUID()
  setTimeout(() => {
    const body: NewOrder = { id: newId, storeId: 'Oslo-01', orderType: 'Online', status: 'New' }
    oms.put('/api/Orders', { body }).catch((error) => t.fail(error))
  }, 200)
  const { followUntil } = await run<{
    followUntil(handle: (id: string, kind: string) => boolean, after: string): Promise<string | undefined>
  }>('follow-live.ts')
  const live: string[] = []
  const until = await followUntil((orderId, kind) => orderId === newId && live.push(kind) === 1, cursor)
  t.strictSame(live, ['created'])
  t.type(until, 'string')

  const { text: content } = await run<{ text: string }>('product-files.ts')
  t.equal(content, 'Wash by hand.\n'.repeat(10_000))
  const { balance, accounts } = await run<{ balance: { credit: number }; accounts: Set<string> }>('read-ledger.ts')
  t.ok(balance.credit > 0)
  t.ok(accounts.size > 1)
  await testReceiver(t, await run('receive-webhook.ts'))
}

async function testReceiver(
  t: Test,
  { receive }: { receive(request: Request, secret: string): Promise<Response> },
): Promise<void> {
  const body = JSON.stringify({ specversion: '1.0', id: 'e1', type: 'orders.order.created.v1', subject: 'one', data: {} })
  const time = Math.floor(Date.now() / 1_000)
  const signature = createHmac('sha256', 'secret').update(`${time}.${body}`).digest('hex')
  const request = () =>
    new Request('http://erp.example/', { method: 'POST', body, headers: { 'x-signature': `t=${time},v1=${signature}` } })
  t.equal((await receive(request(), 'secret')).status, 204)
  t.equal((await receive(request(), 'another')).status, 401)
}

/**
 * Creates an order through a proxy that breaks the connection off after the system has created it.
 */
export async function testLostResponse(t: Test, gatewayUrl: string, credentials: Credentials): Promise<void> {
  const keys: unknown[] = []
  const proxy = createServer(async (request, response) => {
    const { url = '', method = 'GET', headers } = request
    const body = method === 'GET' ? null : await text(request)
    const { host: _, connection: __, 'content-length': ___, ...passed } = headers
    const reply = await fetch(`${gatewayUrl}${url}`, { method, body, headers: passed as Record<string, string> })
    const content = await reply.text()
    const isFirst = url === '/api/Orders' && keys.push(headers['idempotency-key']) === 1
    if (isFirst) request.socket.destroy()
    else
      response
        .writeHead(reply.status, {
          'content-type': 'application/json',
          'idempotent-replayed': reply.headers.get('idempotent-replayed') ?? 'false',
        })
        .end(content)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  t.teardown(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  const oms = createClient({ baseUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, token: credentials })
  const customerNumber = crypto.randomUUID()
  const body: NewOrder = { storeId: 'Oslo-01', orderType: 'Online', status: 'New', customerNumber }
  const { isReplayed, body: order } = await oms.request('put', '/api/Orders', { body })
  t.ok(isReplayed)
  t.strictSame(keys, [keys[0], keys[0]])
  const found: unknown[] = []
  for await (const { id } of scrollOrders(oms, { customerNumber })) found.push(id)
  t.strictSame(found, [order.id], 'exactly one order exists')
}
