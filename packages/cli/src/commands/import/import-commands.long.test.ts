// Shared process: a started system.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { kindNames } from '@open-oms/import/kinds'
import { omsProgram } from '@open-oms/system/run-program'
import t from 'tap'
import { bareEnvironment, emptyHome } from '../../testing/call-oms.ts'
import { ndjson, order, startImportTest } from '../../testing/import-test.ts'

const { client, oms, dataDir, writeTestFile, inFolder, json, readProblems } = await startImportTest()

t.test(
  'given old orders, when they are imported twice, then they keep number, date and status, no workflow ran, and nothing is doubled',
  async (t) => {
    const file = await writeTestFile('orders.ndjson', ndjson(Array.from({ length: 250 }, (_, index) => order(`old-${index}`))))
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
  'given an import that is killed in the middle, when the same command is run again, then it continues and each order is there once',
  async (t) => {
    const count = 600
    const file = await writeTestFile(
      'killed.ndjson',
      ndjson(Array.from({ length: count }, (_, index) => order(`killed-${index}`))),
    )
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
    t.equal(other.code, 1, 'it is over: another mapping begins again, and its orders are in another store')
    t.match(other.stdout, /storeId +Bergen-01 +Oslo-01/)
  },
)

t.test('given a kind, when its template is asked for, then it is a file that is imported as it is', async (t) => {
  for (const kind of kindNames) {
    const file = inFolder(`template-${kind}.csv`)
    t.match(await json(['import', 'template', kind, file]), { code: 0, result: { path: file } })
    t.equal((await oms(['import', 'template', kind])).stdout, await readFile(file, 'utf8'))
    t.match(await json(['import', kind, file]), { code: 0, result: { items: 1, reconciliation: { agrees: true } } }, kind)
  }
  t.match(await oms(['import', 'template', 'orders', inFolder('nowhere/a.csv')]), { code: 1, stderr: /no such file/ })
  t.match(await oms(['import', 'template', 'orders', '--json']), { code: 2, stderr: /needs a file/ })
})

t.test(
  'given orders of Shopify and Medusa whose taxes have no rate in their names, when they are imported, then the accounts of the store have it',
  async (t) => {
    const { stores } = (await client.call('GET', '/api/Configuration/Names')).body as {
      stores: { id: string; taxRates: number[] }[]
    }
    t.same(stores.find(({ id }) => id === 'London-01')?.taxRates, [0, 20])
    const shopify = (name: string, taxes: string) =>
      `${name},paid,GBP,120.00,0,${taxes},120.00,2026-03-02 10:15:00 +0000,VAT,${taxes},fulfilled,1,120.00,CUP,fulfilled`
    const head =
      'Name,Financial Status,Currency,Subtotal,Shipping,Taxes,Total,Created at,Tax 1 Name,Tax 1 Value,Fulfillment Status,Lineitem quantity,Lineitem price,Lineitem sku,Lineitem fulfillment status'
    const constants = ['--set', 'storeId=London-01', '--set', 'marketId=GBR', '--set', 'orderType=Online']
    const good = await writeTestFile('vat.csv', `${head}\n${shopify('#V1', '20.00')}\n`)
    t.match(await json(['import', 'orders', good, '--format', 'shopify', ...constants]), { code: 0, result: { created: 1 } })
    t.match((await client.call('GET', '/api/Orders/%23V1')).body, { taxTotal: 20, orderForm: { lineItems: [{ taxRate: 20 }] } })
    const odd = await writeTestFile('odd-vat.csv', `${head}\n${shopify('#V2', '24.00')}\n`)
    const refused = await json(['import', 'orders', odd, '--format', 'shopify', ...constants])
    t.match(refused, { code: 1, result: { refused: 1, created: 0 } })
    t.match(await readProblems(refused.result.reportPath), [{ line: 2, key: null, reason: /no rate gives VAT 24/ }])
    const medusa = await writeTestFile(
      'medusa.csv',
      'Order_ID,Display_ID,Order status,Date,Total,Shipping Total,Tax Total,Currency Code\no1,V3,completed,2026-03-02,120,0,20,gbp\n',
    )
    t.match(await json(['import', 'orders', medusa, '--format', 'medusa', ...constants]), { code: 0, result: { created: 1 } })
    t.match((await client.call('GET', '/api/Orders/V3')).body, { taxTotal: 20, orderForm: { lineItems: [{ taxRate: 20 }] } })
  },
)

t.test(
  'given --bom, when a file ending in .csv is exported, then it begins with a byte order mark and is imported again',
  async (t) => {
    const file = inFolder('marked.csv')
    t.match(await json(['export', 'stock', file, '--bom']), { code: 0 })
    t.equal((await readFile(file, 'utf8')).slice(0, 6), '\ufeffskuId')
    t.match(await json(['import', 'stock', file]), { code: 0, result: { refused: 0, reconciliation: { agrees: true } } })
    t.match((await oms(['export', 'stock', '--format', 'csv'])).stdout, /^skuId/)
    t.match(await oms(['export', 'stock', inFolder('marked.ndjson'), '--bom']), { code: 2, stderr: /--bom is for --format csv/ })
  },
)
