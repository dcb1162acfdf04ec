// Shared process: a started system.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { productVersion } from '@open-oms/contracts/version'
import { publint } from 'publint'
import t from 'tap'
import { bareEnvironment, emptyHome } from './testing/call-oms.ts'
import { startedSystem } from './testing/started-system.ts'

const packageFolder = join(import.meta.dirname, '..')
const execute = promisify(execFile)

/** Installs the archive of the package in a folder that nobody else has; returns the folder. */
async function installed(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'open-oms-cli-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const archive = join(folder, 'cli.tgz')
  const built = { OMS_REVISION: '0123456789abcdef', OMS_BUILD_DATE: '2026-01-31T08:00:00Z' }
  await execute(process.execPath, ['--conditions=development', join(packageFolder, 'build.ts')], {
    env: { ...process.env, ...built },
  })
  await execute(join(packageFolder, '..', '..', 'node_modules', '.bin', 'pnpm'), [
    '--dir',
    packageFolder,
    'pack',
    '--out',
    archive,
  ])
  await execute('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', archive], { cwd: folder })
  const { messages } = await publint({ pkgDir: join(folder, 'node_modules', '@open-oms', 'cli') })
  t.same(messages, [])
  return folder
}

const folder = await installed()
const program = join(folder, 'node_modules', '.bin', 'oms')

async function oms(args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const env = { ...bareEnvironment(emptyHome()), ...environment }
  return await execute(program, [...args], { cwd: folder, env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  )
}

t.test('given the package alone, when it is installed, then it brings no other and names what it contains', async (t) => {
  const lock = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8'))
  t.same(Object.keys(lock.packages), ['', 'node_modules/@open-oms/cli'])
  t.match((await oms(['--version'])).stdout, /^\d+\.\d+\.\d+ \(0123456789ab, 2026-01-31\)\n$/)
  const notices = await readFile(join(folder, 'node_modules', '@open-oms', 'cli', 'dist', 'THIRD-PARTY-NOTICES.txt'), 'utf8')
  for (const name of ['commander', '@modelcontextprotocol/server', '@sinclair/typebox']) t.match(notices, `Name: ${name}\n`)
})

t.test('given a running system, when the installed program is used, then it works as in the checkout', async (t) => {
  const { system, client } = await startedSystem()
  const access = { OMS_GATEWAY_URL: system.gatewayUrl, OMS_CLIENT_ID: 'demo', OMS_CLIENT_SECRET: 'demo-secret' }
  const order = { id: 'packed-1', storeId: 'Oslo-01', marketId: 'NOR', orderType: 'Online', status: 'New' }
  t.equal((await client.call('POST', '/api/Orders', { body: { ...order, orderForm: { lineItems: [] } } })).status, 201)
  t.match(await oms(['order', 'show', 'packed-1', '--json'], access), { code: 0, stdout: /"id": "packed-1"/ })
  t.match(await oms(['doctor'], access), { stdout: /gateway +ok/ })
  t.match(await oms(['export', 'orders', join(folder, 'orders.ndjson')], access), { code: 0 })
  const transport = new StdioClientTransport({
    command: program,
    args: ['mcp'],
    env: { ...bareEnvironment(emptyHome()), ...access } as never,
  })
  const assistant = new Client({ name: 'test', version: '1.0.0' })
  await assistant.connect(transport)
  const description = `oms ${productVersion} (0123456789ab, 2026-01-31)`
  t.match(assistant.getServerVersion(), { name: 'open-oms', version: productVersion, description })
  t.match(await assistant.callTool({ name: 'get_order', arguments: { order: 'packed-1' } }), { content: [{ text: /packed-1/ }] })
  await assistant.close()
})

t.test('given the package alone, when a command needs programs of the services, then it says where to run it', async (t) => {
  for (const args of [
    ['backup', '--to', folder],
    ['accounting', 'verify'],
    ['events', 'reconcile'],
    ['config', 'check'],
  ]) {
    const { code, stderr } = await oms(args)
    t.not(code, 0, args.join(' '))
    t.match(stderr, /installed without them here.*Run it in the checkout/s, args.join(' '))
  }
})
