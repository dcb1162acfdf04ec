// Shared process: a started system.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { omsProgram } from '@oms/tools/run-program'
import t from 'tap'
import { bareEnvironment, emptyHome } from '../../testing/call-oms.ts'
import { importing, ndjson, order } from '../../testing/importing.ts'

const { client, oms, dataDir, fileOf, json } = await importing()

t.test(
  'given old orders, when they are imported twice, then they keep number, date and status, no workflow ran, and nothing is doubled',
  async (t) => {
    const file = await fileOf('orders.ndjson', ndjson(Array.from({ length: 250 }, (_, index) => order(`old-${index}`))))
    const first = await json(['import', 'orders', file])
    t.equal(first.code, 0, first.stderr)
    t.match(first.result, {
      items: 250,
      created: 250,
      refused: 0,
      isResumed: false,
      reconciliation: { inFile: 250, inSystem: 250, agrees: true },
    })
    t.match(first.result.reconciliation.sums, [
      { measure: 'total', unit: 'NOK', file: '74500', system: '74500', agrees: true },
      { measure: 'captured', file: '74500', agrees: true },
      { measure: 'credited', file: '0' },
    ])
    const { body: stored } = await client.call('GET', '/api/Orders/old-7')
    t.match(stored, { orderNumber: 'old-7', status: 'Completed', created: '2019-03-01T10:00:00.000Z', secretKey: null })
    t.same((await client.call('GET', '/api/Orders/old-7/WorkflowRuns')).body.result, [], 'no workflow ran')
    const second = await json(['import', 'orders', file])
    t.match(second, { code: 0, result: { created: 0, existing: 250 } })
    t.equal(((await client.call('GET', '/api/Orders/old-7/Versions')).body as unknown as unknown[]).length, 1)
  },
)

t.test(
  'given an import that is killed in the middle, when the same command is run again, then it goes on and each order is there once',
  async (t) => {
    const count = 600
    const file = await fileOf('killed.ndjson', ndjson(Array.from({ length: count }, (_, index) => order(`killed-${index}`))))
    const args = ['import', 'orders', file, '--batch-size', '5', '--concurrency', '2', '--json']
    const journal = () =>
      existsSync(`${file}.import/journal.ndjson`) ? readFileSync(`${file}.import/journal.ndjson`, 'utf8') : ''
    const child = spawn(process.execPath, ['--conditions=development', omsProgram, ...args], {
      env: { ...bareEnvironment(emptyHome()), OMS_DATA_DIR: dataDir },
      stdio: 'ignore',
    })
    const ended = once(child, 'close')
    while (journal().split('"sent"').length < 10) await new Promise((resolve) => setTimeout(resolve, 5))
    child.kill('SIGKILL')
    const [, signal] = await ended
    t.equal(signal, 'SIGKILL')
    t.notMatch(journal(), /"end"/, 'it was not over')
    const { code, result, stderr } = await json(args.slice(0, -1))
    t.equal(code, 0, stderr)
    t.match(result, { isResumed: true, items: count, refused: 0, failed: 0, reconciliation: { inSystem: count, agrees: true } })
    t.equal(result.created + result.existing, count)
    for (const id of ['killed-0', 'killed-44', 'killed-45', 'killed-599'])
      t.equal(((await client.call('GET', `/api/Orders/${id}/Versions`)).body as unknown as unknown[]).length, 1, id)
    const other = await oms(['import', 'orders', file, '--batch-size', '7', '--set', 'storeId=Bergen-01'])
    t.equal(other.code, 1, 'it is over: another mapping begins anew, and its orders are in another store')
    t.match(other.stdout, /storeId +Bergen-01 +Oslo-01/)
  },
)
