// Shared process: a started system.
import { readFile } from 'node:fs/promises'
import t from 'tap'
import { ndjson, order, startImportTest } from '../../testing/import-test.ts'

const { client, oms, inFolder, writeTestFile, json, readProblems, exists } = await startImportTest()

t.test(
  'given rows that the file or the system refuses, when they are imported, then nothing is sent, and the report says why',
  async (t) => {
    const rows = [
      order('bad-0'),
      order('bad-1', { storeId: 'Mars' }),
      order('bad-2', { orderForm: { lineItems: [{ quantity: -1, placedPrice: 5 }] } }),
      order('bad-3', { billingCurrency: 'XXY' }),
      order('bad-0'),
      order('bad-5', { created: 'yesterday' }),
      order('bad-6', { status: 'Teleported' }),
    ]
    const file = await writeTestFile('bad.ndjson', `${ndjson(rows)}{nope\n`)
    const refused = await json(['import', 'orders', file])
    t.match(refused, { code: 1, result: { items: 8, refused: 7, created: 0, reconciliation: null } })
    const problems = (await readProblems(refused.result.reportPath)).toSorted((a, b) => a.line - b.line)
    t.match(problems, [
      { line: 2, path: 'storeId', reason: /"Mars"/, stage: 'check', key: 'bad-1' },
      { line: 3, path: 'orderForm.lineItems[0].quantity', reason: /above 0/ },
      { line: 4, path: 'billingCurrency', reason: /"XXY"/ },
      { line: 5, path: 'id', reason: /same as on line 1/ },
      { line: 6, path: 'created' },
      { line: 7, path: 'status', reason: /Teleported/ },
      { line: 8, reason: /not JSON/ },
    ])
    t.equal(await exists('bad-0'), false)
    const skipping = await json(['import', 'orders', file, '--skip-refused', '--report', inFolder('report.csv')])
    t.match(skipping, { code: 3, result: { created: 1, refused: 7, reconciliation: { inFile: 1, inSystem: 1, agrees: true } } })
    t.match(await readFile(inFolder('report.csv'), 'utf8'), /^line,column,path,key,stage,reason\r\n/)
    t.equal(await exists('bad-0'), true)
    const dry = await json(['import', 'orders', await writeTestFile('dry.ndjson', ndjson([order('dry-1')])), '--dry-run'])
    t.match(dry, { code: 0, result: { items: 1, refused: 0, created: 0, reconciliation: null } })
    t.equal(await exists('dry-1'), false)
  },
)

t.test(
  'given a file whose total is not what the system calculates, when it is imported, then it ends with 1 and names the order',
  async (t) => {
    const { code, result } = await json([
      'import',
      'orders',
      await writeTestFile('off.ndjson', ndjson([order('off-1', { total: 300 }), order('off-2')])),
    ])
    t.equal(code, 1)
    t.match(result.reconciliation, {
      agrees: false,
      differences: 1,
      examples: [{ key: 'off-1', property: 'total', file: 300, system: 298 }],
    })
    t.match(result.reconciliation.sums[0], { measure: 'total', file: '598', system: '596', agrees: false })
  },
)

const mapping = {
  groupBy: 'No',
  constants: { storeId: 'Oslo-01', marketId: 'NOR', orderType: 'Online', billingCurrency: 'NOK' },
  columns: [
    { column: 'No', path: 'orderNumber' },
    { column: 'State', path: 'status', values: { Sendt: 'Completed' } },
    { column: 'Text', path: 'customerName' },
    { column: 'SKU', path: 'orderForm.lineItems[].code' },
    { column: 'Qty', path: 'orderForm.lineItems[].quantity', decimalMark: ',' },
    { column: 'Price', path: 'orderForm.lineItems[].placedPrice', type: 'minorUnits', currency: 'NOK' },
  ],
}

t.test(
  'given hostile CSV files, when they are imported, then they are read right or refused with a place, and nothing hangs',
  async (t) => {
    const map = await writeTestFile('map.json', JSON.stringify(mapping))
    const header = 'No;State;Text;SKU;Qty;Price'
    const run = async (name: string, content: string | Buffer) =>
      json(['import', 'orders', await writeTestFile(name, content), '--mapping', map])
    const utf16 = Buffer.from(`\ufeff${header}\r\nU1;Sendt;Åse;A;1,5;1000\r\nU1;;;B;1;250\r\n`, 'utf16le')
    t.match(await run('utf16.csv', utf16), { code: 0, result: { created: 1 } })
    t.match((await client.call('GET', '/api/Orders/U1')).body, {
      customerName: 'Åse',
      total: 17.5,
      orderForm: { lineItems: [{ quantity: 1.5 }, { code: 'B' }] },
    })
    t.match(await run('formula.csv', `\ufeff${header}\r\nF1;Sendt;"=HYPERLINK(""x"")";A;1;1000\r\n`), { code: 0 })
    t.equal((await client.call('GET', '/api/Orders/F1')).body.customerName, '=HYPERLINK("x")', 'a text is a text')
    const quote = await run('quote.csv', `${header}\nQ1;Sendt;x;A;1;100\nQ2;Sendt;"x;A;1;100\nQ3;Sendt;x;A;1;100\n`)
    t.match(quote, { code: 1, result: null, stderr: /line 3: .*Nothing was sent/s })
    t.equal(await exists('Q1'), false)
    const wide = await run('wide.csv', `${header}\nW1;Sendt;${'x'.repeat(10_000_000)};A;1;100\nW2;Gone;x;A;-1;1,5\n`)
    t.match(wide, { code: 1, result: { refused: 2 } })
    t.match(await readProblems(wide.result.reportPath), [
      { line: 2, reason: /longer than/ },
      { line: 3, column: 'State', reason: /"Gone"/ },
      { line: 3, column: 'Price', reason: /minor units/ },
    ])
    const apart = await run('apart.csv', `${header}\nD1;Sendt;x;A;1;100\nD2;Sendt;x;A;1;100\nD1;Sendt;x;B;1;100\n`)
    t.match(await readProblems(apart.result.reportPath), [{ line: 4, column: null, reason: /same as on line 2/ }])
    t.match(await run('missing.csv', 'No;State\n1;Sendt\n'), { code: 1, stderr: /lacks the columns/ })
    const wrongMap = await oms([
      'import',
      'orders',
      inFolder('utf16.csv'),
      '--mapping',
      await writeTestFile('wrong.json', '{"columns":[{"column":"A","path":"nope"}]}'),
    ])
    t.match(wrongMap, { code: 1, stderr: /mapping cannot be used.*"nope"/s })
  },
)

t.test('given an export of each kind, when it is imported again, then file and system agree', async (t) => {
  const products = [
    {
      productId: 'RT-CUP',
      name: 'Cup',
      price: 99.9,
      variants: [
        { skuId: 'RT-R', name: '=red', price: 100 },
        { skuId: 'RT-B', price: 101 },
      ],
    },
  ]
  const stock = 'skuId,warehouseCode,quantity\nRT-R,Oslo-01,10\nRT-R,Central,3.5\n'
  const customers = [{ id: 'RT 1', name: 'Acme', properties: [{ key: 'vat', value: 'NO1' }] }]
  const orders = Array.from({ length: 1_000 }, (_, index) => order(`rt-${index}`))
  t.match(await json(['import', 'orders', await writeTestFile('o.ndjson', ndjson(orders))]), {
    code: 0,
    result: { created: 1_000 },
  })
  t.match(await json(['import', 'products', await writeTestFile('p.ndjson', ndjson(products))]), {
    code: 0,
    result: { created: 1 },
  })
  const levels = await json(['import', 'stock', await writeTestFile('s.csv', stock)])
  t.match(levels, {
    code: 0,
    result: {
      updated: 2,
      reconciliation: {
        sums: [
          { measure: 'stock', unit: 'Oslo-01', system: '10' },
          { unit: 'Central', file: '3.5' },
        ],
      },
    },
  })
  t.match(await json(['import', 'customers', await writeTestFile('c.ndjson', ndjson(customers))]), {
    code: 0,
    result: { created: 1 },
  })
  for (const [kind, count] of Object.entries({ orders: 1_000, products: 1, stock: 2, customers: 1 }))
    for (const format of ['ndjson', 'csv']) {
      const file = inFolder(`${kind}-out.${format}`)
      const written = await json(['export', kind, file, '--format', format])
      t.equal(written.code, 0, written.stderr)
      t.ok(written.result.items >= count, `${written.result.items} ${kind}`)
      const again = await json(['import', kind, file])
      t.match(
        again,
        { code: 0, result: { refused: 0, created: 0, reconciliation: { agrees: true } } },
        `${kind} as ${format}: ${again.stderr}`,
      )
    }
  const { stdout } = await oms(['export', 'stock', '--format', 'csv'])
  t.equal(stdout, 'skuId,warehouseCode,quantity\r\nRT-R,Central,3.5\r\nRT-R,Oslo-01,10\r\n')
})

t.test('given existing products, when they are imported, then they stay, and --update replaces them', async (t) => {
  const file = await writeTestFile(
    'p2.ndjson',
    ndjson([{ productId: 'RT-CUP', name: 'Mug', variants: [{ skuId: 'RT-R', price: 100 }] }]),
  )
  t.match(await json(['import', 'products', file]), {
    code: 1,
    result: { existing: 1, reconciliation: { examples: [{ property: 'name', file: 'Mug', system: 'Cup' }] } },
  })
  t.match(await json(['import', 'products', file, '--update']), { code: 0, result: { updated: 1 } })
  t.match(await oms(['import', 'stock', file, '--update']), { code: 1, stderr: /--update is for products/ })
})
