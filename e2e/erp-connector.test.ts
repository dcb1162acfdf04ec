// Shared process: a started system.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connectNats } from '@open-oms/service-kit/events/connect-nats'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { omsProgram } from '@open-oms/system/run-program'
import t from 'tap'
import { paidOrder } from './paid-order.ts'
import { sharedSystem } from './shared-system.ts'
import { eventually } from './system-under-test.ts'

const root = join(import.meta.dirname, '..')

/** The example as a stranger has it: a copy in a folder of its own, with its package. */
async function copiedExample(t: { teardown(end: () => Promise<void>): void }) {
  const folder = await mkdtemp(join(tmpdir(), 'oms-erp-connector-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'node_modules'))
  await symlink(join(root, 'packages/service-kit/node_modules/nats'), join(folder, 'node_modules/nats'))
  await copyFile(join(root, 'docs/how-to/examples/erp-connector.mjs'), join(folder, 'erp-connector.mjs'))
  return folder
}

async function run(args: readonly string[], environment: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [...args], { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] })
  const [[code], output, errors] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  return { code, output, errors }
}

type FoundPosting = { id: string; externalReference: string; postingHash: string; supersedesPostingId: string | null }

t.test('given an exported day, when the connector runs again after a replacement, then it takes the first back', async (t) => {
  const { system, client, dataDir } = await sharedSystem()
  const folder = await copiedExample(t)
  const vouchers = join(folder, 'vouchers')
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Oslo' }).format(new Date())
  const tool = ['--conditions=development', omsProgram, 'accounting', 'build', '--date', date]
  const build = async () => t.match(await run(tool, { OMS_DATA_DIR: dataDir }), { code: 0 }, 'the day is built')
  const environment = { OMS_URL: system.gatewayUrl, NATS_URL: system.natsUrls['erp-connector'], ERP_FOLDER: vouchers }
  const connector = () => run([join(folder, 'erp-connector.mjs')], environment)
  const postings = async (status: string) => {
    const { body } = await client.call<{ result: FoundPosting[] }>('POST', '/api/Accounting/Postings/Search', {
      body: { status },
    })
    return body.result
  }
  const bookings = async () => {
    const files = (await readdir(vouchers)).filter((name) => name.endsWith('.json'))
    return await Promise.all(files.map(async (name) => JSON.parse(await readFile(join(vouchers, name), 'utf8'))))
  }

  await client.call('POST', '/api/Orders', { body: paidOrder('erp-1') })
  await build()
  const [posted] = (await postings('Posted')) as [FoundPosting]
  const first = await connector()
  t.match(first, { code: 0, errors: '', output: new RegExp(`^${posted.id}  V-`) })
  const [exported] = (await eventually(
    () => postings('Exported'),
    (found) => found.length === 1,
  )) as [FoundPosting]
  t.match(exported, { id: posted.id, externalReference: /^V-/, postingHash: posted.postingHash })
  t.match(await connector(), { code: 0, output: '' }, 'nothing is left to export')
  const [voucher] = await bookings()
  t.match(voucher, { number: exported.externalReference, reverses: null, currency: 'NOK' })
  t.equal(
    voucher.rows.reduce((sum: number, row: { debit: number; credit: number }) => sum + row.debit - row.credit, 0),
    0,
  )

  await client.call('POST', '/api/Orders', { body: paidOrder('erp-2') })
  await build()
  const second = await connector()
  t.match(second, { code: 0, output: new RegExp(`reverses ${voucher.number}`) })
  await eventually(
    () => postings('Exported'),
    (found) => found.length === 1 && found[0]?.supersedesPostingId === posted.id,
  )
  t.equal((await bookings()).length, 2)

  const nats = await connectNats({ url: system.natsUrls.operator, log: createLogger({ service: 'test', level: 'silent' }) })
  t.teardown(() => nats.close())
  const published = await nats.manager.streams.getMessage('ACCOUNTING', { last_by_subj: 'accounting.posting.exported.v1' })
  t.ok(second.output.includes(published.json<{ data: { externalReference: string } }>().data.externalReference))
})
