import type { LedgerLine } from '@open-oms/contracts/accounting/ledger-line'
import { LedgerLineExportQuery } from '@open-oms/contracts/accounting/search'
import type { Decimal } from '@open-oms/money/decimal'
import { csvRow } from '@open-oms/service-kit/http/csv-row'
import { parsedCsv } from '@open-oms/service-kit/testing/parsed-csv'
import fc from 'fast-check'
import t from 'tap'
import { aPayment } from '../../testing/accounting-fixture.ts'
import { type AccountingServer, accountingServer } from '../../testing/accounting-server.ts'
import { aLine, writePosting } from '../../testing/written-posting.ts'

type Query = Record<string, string | string[]>

const COLUMNS =
  `PostingDate PostingId LineSequence StoreId RegisterId AccountNumber AccountName Category Debit Credit CurrencyCode VatCode
  VatRate VatAmount Description ZReportNumber Source`.split(/\s+/)

/** Two days in Oslo, the first built twice, and one in Bergen. */
async function withPostings(t: Parameters<typeof accountingServer>[0]): Promise<AccountingServer> {
  const server = await accountingServer(t)
  const record = (orderId: string, storeId: string, day: string) =>
    server.record(aPayment({ orderId, storeId }, { paidDate: `${day}T10:00:00.000Z` }))
  await record('a', 'Oslo-01', '2026-01-12')
  await server.build('Oslo-01', '2026-01-12')
  await record('late', 'Oslo-01', '2026-01-12')
  await server.build('Oslo-01', '2026-01-12')
  await record('b', 'Oslo-01', '2026-01-13')
  await server.build('Oslo-01', '2026-01-13')
  await record('c', 'Bergen-01', '2026-01-13')
  await server.build('Bergen-01', '2026-01-13')
  return server
}

/** Requests an export after everything that was built so far. */
async function exported({ client }: AccountingServer, query: Query, as = {}) {
  return await client.send({ url: '/api/Accounting/LedgerLines/Export', query, as })
}

const parseLines = (text: string): LedgerLine[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((row) => JSON.parse(row))

t.test(
  'given lines, when they are exported as NDJSON, then they are those of the search, in its order, without superseded ones',
  async (t) => {
    const server = await withPostings(t)
    const response = await exported(server, { format: 'ndjson' })
    t.match(response, {
      status: 200,
      headers: {
        'content-type': 'application/x-ndjson; charset=utf-8',
        'content-disposition': /^attachment; filename="ledger-lines-.*\.ndjson"$/,
      },
    })
    const { body } = await server.search('LedgerLines', {})
    t.equal(body.result.length, 9)
    t.same(parseLines(response.text), body.result)
    const all = (await server.search('LedgerLines', { includeSuperseded: true })).body.result
    t.equal(all.length, 12)
    t.same(parseLines((await exported(server, { format: 'ndjson', includeSuperseded: 'true' })).text), all)
  },
)

t.test('given lines, when they are exported as CSV, then mark, separators, columns and decimals are as specified', async (t) => {
  const server = await withPostings(t)
  await server.record(aPayment({ orderId: 'd', storeId: 'Bergen-01' }, { paidDate: '2026-01-13T11:00:00.000Z', amount: 125.5 }))
  const sales = server.config.charts[0]?.accounts.filter(({ category }) => category === 'Sales') ?? []
  for (const account of sales) {
    const { name } = account
    account.name = '=SUM(A1;B2) "øre"'
    // Other tests of this process have the same configuration.
    t.teardown(() => {
      account.name = name
    })
  }
  const postingId = await server.build('Bergen-01', '2026-01-13')
  const response = await exported(server, { format: 'csv', storeId: 'Bergen-01' })
  t.match(response.headers['content-type'], /^text\/csv; charset=utf-8/)
  t.equal(response.text.codePointAt(0), 0xfeff)
  const [header, ...rows] = parsedCsv(response.text.slice(1), ';')
  t.same(header, COLUMNS)
  t.match(rows, [
    ['2026-01-13', postingId, '1', 'Bergen-01', '', '1500', 'PaymentMethod 1500', 'PaymentMethod', '250,50', '0,00', 'NOK'],
    [
      '2026-01-13',
      postingId,
      '2',
      'Bergen-01',
      '',
      '3000',
      `'=SUM(A1;B2) "øre"`,
      'Sales',
      '0,00',
      '200,00',
      'NOK',
      '3',
      '25',
      '50,00',
    ],
    ['2026-01-13', postingId, '3', 'Bergen-01', '', '2700'],
    ['2026-01-13', postingId, '4'],
  ])
  t.ok(rows.every((row) => row.length === COLUMNS.length && row.at(-1) === 'WebFulfillment'))
  const pointed = await exported(server, { decimal: 'point', accountNumber: '1500', storeId: 'Bergen-01' })
  t.equal(parsedCsv(pointed.text.slice(1), ';')[1]?.[8], '250.50', 'CSV is the default format')
})

t.test('given any text, when it is exported, then the file has it as the formatter of this project writes it', async (t) => {
  const server = await accountingServer(t)
  const piece = fc.constantFrom(
    '=',
    '+',
    '-',
    '@',
    '\t',
    '\r',
    '\n',
    ';',
    '"',
    "'",
    '\\',
    ',',
    '1',
    'ø',
    '\u{1f600}',
    ' ',
    '{',
    '\u0001',
  )
  const text = fc.string({ unit: piece, maxLength: 5 })
  const texts = fc.sample(fc.tuple(text, text, fc.option(text), fc.option(text)), 200)
  const lines = texts.map(([accountNumber, accountName, description, vatCode], index) =>
    aLine(index % 2 === 0 ? 0.1234 : -0.1234, {
      accountNumber,
      accountName,
      description,
      vatCode,
      dimensions: { [accountName]: accountNumber },
    }),
  )
  const id = await writePosting(server, { lines })
  const { body } = await server.search('LedgerLines', { take: 1_000 })
  t.same(parseLines((await exported(server, { format: 'ndjson' })).text), body.result)
  const inNok = (amount: Decimal): string => amount.toFixed(Math.max(2, amount.decimalPlaces())).replace('.', ',')
  const rows = lines.map((line, index) => [
    ...['2026-01-15', id, index + 1, 'Oslo-01', null, line.accountNumber, line.accountName, 'Sales'],
    ...[inNok(line.debit), inNok(line.credit), 'NOK', line.vatCode, null, null, line.description, null, 'PosZReport'],
  ])
  const style = { separator: ';', decimal: ',' } as const
  t.equal((await exported(server, {})).text, `\ufeff${[COLUMNS, ...rows].map((row) => csvRow(row, style)).join('')}`)
})

t.test(
  'given filters and a token limited to stores, when lines are exported, then only matching lines of these stores are in the file',
  async (t) => {
    const server = await withPostings(t)
    const filters: Query[] = [
      { storeId: 'Oslo-01' },
      { storeGroupId: 'norway' },
      { accountNumbers: ['3000', '2700'] },
      { category: 'Sales', postingDateFrom: '2026-01-13' },
      { postingDateTo: '2026-01-12' },
      { vatCode: '3' },
      { currencyCode: 'SEK' },
      { source: 'PosZReport' },
      { registerId: 'R1' },
      { taxGroupCode: 'none' },
      { postingId: 'x' },
    ]
    for (const filter of filters) {
      const found = (await server.search('LedgerLines', filter)).body.result
      t.same(parseLines((await exported(server, { format: 'ndjson', ...filter })).text), found, JSON.stringify(filter))
    }
    const bergen = parseLines((await exported(server, { format: 'ndjson' }, { storeIds: ['Bergen-01'] })).text)
    t.same(new Set(bergen.map(({ storeId }) => storeId)), new Set(['Bergen-01']))
    const empty = await exported(server, { storeId: 'Tokyo-01' })
    t.same(parsedCsv(empty.text.slice(1), ';'), [COLUMNS], 'only the header')
  },
)

t.test('given an empty form, when it is sent, then everything is returned', async (t) => {
  const server = await withPostings(t)
  const { text } = await exported(server, {})
  const names = Object.keys(LedgerLineExportQuery.properties)
  t.equal((await exported(server, Object.fromEntries(names.map((name) => [name, ''])))).text, text)
  for (const name of names) t.equal((await exported(server, { [name]: '' })).text, text, name)
})

t.test('given more lines than one read returns, when they are exported, then every line is in the file once', async (t) => {
  const server = await withPostings(t)
  await server.database.owner.query({ text: 'alter table posting disable trigger user' })
  await server.database.owner.query({ text: 'alter table ledger_line disable trigger user' })
  await server.database.query({
    text: `insert into ledger_line select (jsonb_populate_record(l, jsonb_build_object('line_sequence', 10000 * l.line_sequence + n))).*
      from ledger_line l, generate_series(1, 1200) n`,
  })
  const lines = parseLines((await exported(server, { format: 'ndjson' })).text)
  t.equal(lines.length, 9 * 1201)
  t.equal(new Set(lines.map(({ id }) => id)).size, lines.length)
  const keys = lines.map(
    ({ postingDate, postingId, lineSequence }) => `${postingDate} ${postingId} ${String(lineSequence).padStart(6)}`,
  )
  t.same(keys, [...keys].sort())
})

t.test('given bad input, when it is sent, then the response is 400 with its path', async (t) => {
  const server = await withPostings(t)
  const bad: [Query, string][] = [
    [{ format: 'xml' }, 'format'],
    [{ decimal: 'dot' }, 'decimal'],
    [{ category: 'x' }, 'category'],
    [{ source: 'x' }, 'source'],
    [{ postingDateFrom: 'x' }, 'postingDateFrom'],
    [{ postingDateFrom: '2026-01-02', postingDateTo: '2026-01-01' }, 'postingDateTo'],
    [{ storeId: 'a', storeGroupId: 'b' }, 'storeGroupId'],
  ]
  for (const [query, path] of bad)
    t.match(await exported(server, query), { status: 400, body: { errors: { [path]: [String] } } }, JSON.stringify(query))
})
