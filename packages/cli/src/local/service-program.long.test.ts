import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import t from 'tap'
import { callOms } from '../testing/call-oms.ts'

t.test('given a database by its variable, when a command of its service is run, then it needs no running system', async (t) => {
  const { url } = await testDatabase(t)
  const environment = { ORDERS_WORKFLOW_DATABASE_URL: url, ACCOUNTING_READ_DATABASE_URL: url }
  const away = { ...environment, ORDERS_WORKFLOW_DATABASE_URL: 'postgres://127.0.0.1:1/x' }
  t.match(await callOms(['webhooks', 'list'], { environment: away }), { code: 1, stdout: '', stderr: /\w/ })
  t.match(await callOms(['accounting', 'build', '--date', '2026-01-31'], { environment }), {
    code: 4,
    stderr: /No running system found/,
  })
})

t.test(
  'given --json, when a program of a service is run, then its lines are the result and its exit code is the one of oms',
  async (t) => {
    const environment = { CATALOG_ASSETS_DATABASE_URL: 'postgres://127.0.0.1:1/x', ASSET_STORE: 's3' }
    const { code, stdout, stderr } = await callOms(['assets', 'verify', '--json'], { environment })
    t.equal(code, 1)
    t.same(JSON.parse(stdout), { exitCode: 1, lines: [] })
    t.match(stderr, /S3_BUCKET is missing/)
    const all = { ...environment, ACCOUNTING_READ_DATABASE_URL: 'postgres://127.0.0.1:1/x', NATS_URL: 'nats://127.0.0.1:1' }
    const both = await callOms(['verify', '--json'], { environment: all })
    t.equal(both.code, 1)
    t.match(JSON.parse(both.stdout), {
      postings: { exitCode: 1, lines: { length: 0 } },
      files: { exitCode: 1, lines: { length: 0 } },
    })
  },
)

t.test('given options that a program of a service does not take together, when it is run, then it ends with 2', async (t) => {
  const environment = {
    ORDERS_WORKFLOW_DATABASE_URL: 'postgres://127.0.0.1:1/x',
    CATALOG_ASSETS_DATABASE_URL: 'postgres://127.0.0.1:1/x',
  }
  const wrong: [string[], RegExp][] = [
    [['webhooks', 'replay'], /Which ones/],
    [['webhooks', 'list', '--state', 'Lost'], /Allowed choices/],
    [['assets', 'copy'], /--to/],
    [['assets', 'copy', '--to', 'fs:/tmp/x', '--path-style'], /for a bucket/],
    [['accounting', 'build'], /--date/],
    [['assets', 'relocate'], /--from/],
    [['assets', 'verify', '--gateway', 'https://oms.example.com'], /beside the system/],
    [['backup'], /--to/],
    [['restore', '--from', 'x', '--public-url', 'y'], /address of http/],
  ]
  for (const [args, reason] of wrong) t.match(await callOms(args, { environment }), { code: 2, stderr: reason }, args.join(' '))
})

t.test('given nothing to back up or restore, when it is asked for, then it says so and nothing is written', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'oms-cli-backup-'))
  t.match(await callOms(['backup', '--to', join(folder, 'a')]), { code: 4, stderr: /No running system found/ })
  t.match(await callOms(['restore', '--from', folder], { environment: { OMS_DATA_DIR: join(folder, 'data') } }), {
    code: 1,
    stderr: /no complete backup/,
  })
})
