import { type LedgerLine, ledgerLineCategories } from '@open-oms/contracts/accounting/ledger-line'
import { ledgerLineSortKeys } from '@open-oms/contracts/accounting/search'
import t from 'tap'
import { aPayment } from '../../testing/accounting-fixture.ts'
import { type AccountingServer, accountingServer } from '../../testing/accounting-server.ts'
import { anAccount, aPart } from '../../testing/sample-postings.ts'

/**
 * Three days in Oslo with a rental and a tax group on the second, one in Bergen, one in Tokyo: 17
 * lines in 5 postings.
 */
async function withLines(t: Parameters<typeof accountingServer>[0]): Promise<AccountingServer & { ids: Record<string, string> }> {
  const server = await accountingServer(t)
  server.config.charts[0]?.accounts.push(anAccount('RentalSales', '3600'))
  const rental = aPart('Sales', 60, { vatRate: 25, vatAmount: 15, isRental: true })
  const grouped = aPart('Sales', 40, { vatRate: 25, vatAmount: 10, taxGroupCode: 'normal' })
  const days: [string, string, string, object][] = [
    ['Oslo-01', '2026-01-12', 'NOK', {}],
    ['Oslo-01', '2026-01-13', 'NOK', { breakdown: [rental, grouped] }],
    ['Oslo-01', '2026-01-14', 'NOK', {}],
    ['Bergen-01', '2026-01-14', 'NOK', {}],
    ['Tokyo-01', '2026-01-14', 'JPY', {}],
  ]
  const ids: Record<string, string> = {}
  for (const [storeId, day, currency, fields] of days) {
    const orderId = `${storeId} ${day}`
    await server.record(aPayment({ orderId, storeId, currency, ...fields }, { paidDate: `${day}T10:00:00.000Z` }))
    ids[orderId] = await server.build(storeId, day, currency)
  }
  return { ...server, ids }
}

const lineKey = (line: LedgerLine) => `${line.postingDate?.slice(5, 10)} ${line.postingId.slice(-1)} ${line.lineSequence}`

t.test('given each filter, when lines are searched, then only matching ones are found', async (t) => {
  const { search, ids } = await withLines(t)
  const countLines = async (request: object) => (await search('LedgerLines', request)).body.totalHits
  t.equal(await countLines({}), 17)
  t.equal(await countLines({ postingId: ids['Oslo-01 2026-01-13'] }), 5)
  t.equal(await countLines({ postingId: 'x' }), 0)
  t.equal(await countLines({ postingDateFrom: '2026-01-13', postingDateTo: '2026-01-13' }), 5)
  t.equal(await countLines({ storeId: 'Oslo-01' }), 11)
  t.equal(await countLines({ storeGroupId: 'norway' }), 14)
  t.equal(await countLines({ storeGroupId: 'nowhere' }), 0)
  t.equal(await countLines({ registerId: 'R1' }), 0)
  t.equal(await countLines({ accountNumber: '3000' }), 5)
  t.equal(await countLines({ accountNumbers: ['3000', '2700'] }), 11)
  t.equal(await countLines({ accountNumber: '3600', accountNumbers: ['3000', '2700'] }), 1, 'the single account wins')
  t.equal(await countLines({ accountNumber: '', accountNumbers: ['3000'] }), 5)
  t.equal(await countLines({ category: 'OutputVat' }), 6)
  t.equal(await countLines({ taxGroupCode: 'normal' }), 2)
  t.equal(await countLines({ vatCode: 'NO-25' }), 2)
  t.equal(await countLines({ currencyCode: 'JPY' }), 3)
  t.equal(await countLines({ source: 'WebFulfillment' }), 17)
  t.equal(await countLines({ source: 'PosZReport' }), 0)
  t.equal(await countLines({ accountnumber: '3000', STOREID: 'Oslo-01', postingDateTo: '2026-01-12' }), 1)
})

t.test('given rental sales, when lines are searched, then they are returned as Other but not by the filter Other', async (t) => {
  const { search } = await withLines(t)
  const rental = (await search('LedgerLines', { accountNumber: '3600' })).body.result
  t.match(rental, [{ category: 'Other', credit: 60 }])
  t.equal((await search('LedgerLines', { category: 'Other' })).body.totalHits, 0)
  t.match(await search('LedgerLines', { category: 'RentalSales' }), { status: 400, body: { errors: { category: [String] } } })
  for (const category of ledgerLineCategories) t.equal((await search('LedgerLines', { category })).status, 200, category)
})

t.test('given superseded postings, when lines are searched, then theirs are returned only on request', async (t) => {
  const { search, record, build, ids } = await withLines(t)
  await record(aPayment({ orderId: 'late' }, { paidDate: '2026-01-12T10:00:00.000Z' }))
  await build('Oslo-01', '2026-01-12')
  const postingId = ids['Oslo-01 2026-01-12']
  const countLines = async (request: object) => (await search('LedgerLines', request)).body.totalHits
  t.equal(await countLines({}), 17)
  t.equal(await countLines({ includeSuperseded: true }), 20)
  t.equal(await countLines({ postingId }), 0)
  t.equal(await countLines({ postingId, includeSuperseded: true }), 3)
})

t.test('given any sort order, when all pages are read by number or position, then every line comes once', async (t) => {
  const { search } = await withLines(t)
  const keysBy: Record<string, string[]> = {}
  for (const sortBy of ledgerLineSortKeys) {
    for (const sortDescending of [false, true]) {
      const all = (await search('LedgerLines', { sortBy, sortDescending })).body.result as LedgerLine[]
      const keys = all.map(lineKey)
      t.equal(new Set(keys).size, 17)
      keysBy[`${sortBy} ${sortDescending}`] = keys
      const pages: string[] = []
      for (const page of [1, 2, 3])
        pages.push(...(await search('LedgerLines', { sortBy, sortDescending, take: 7, page })).body.result.map(lineKey))
      t.same(pages, keys, `${sortBy} ${sortDescending} by page`)
      const positions: string[] = []
      for (let after: string | null = ''; after !== null; ) {
        const { body } = await search('LedgerLines', { sortBy, sortDescending, take: 4, after })
        positions.push(...body.result.map(lineKey))
        after = body.next
      }
      t.same(positions, keys, `${sortBy} ${sortDescending} by position`)
    }
    t.same(keysBy[`${sortBy} true`], keysBy[`${sortBy} false`]?.toReversed(), `${sortBy} turned around`)
  }
  t.same(keysBy['PostingDate false'], keysBy['PostingDate false']?.toSorted(), 'by date, posting, sequence')
  const accounts = (await search('LedgerLines', { sortBy: 'AccountNumber' })).body.result.map(
    (line: LedgerLine) => line.accountNumber,
  )
  t.same(accounts, [...accounts].sort())
  const standard = (await search('LedgerLines', {})).body.result.map(lineKey)
  t.same(standard, keysBy['PostingDate false'], 'the default order')
})

t.test('given a token limited to stores, when lines are searched, then only lines of these stores are found', async (t) => {
  const { search } = await withLines(t)
  const countLines = async (request: object) => (await search('LedgerLines', request, { storeIds: ['Bergen-01'] })).body.totalHits
  t.equal(await countLines({}), 3)
  t.equal(await countLines({ storeId: 'Oslo-01' }), 0)
  t.equal(await countLines({ storeGroupId: 'norway' }), 3)
})

t.test('given a bad request, when it is sent, then the response is 400 with the path', async (t) => {
  const { search } = await withLines(t)
  const { next } = (await search('LedgerLines', { take: 1 })).body
  const position = (...values: unknown[]) => Buffer.from(JSON.stringify(['lines PostingId asc', ...values])).toString('base64url')
  const id = '00000000-0000-7000-8000-000000000001'
  const bad: [object, string][] = [
    [{ take: 0 }, 'take'],
    [{ take: 1001 }, 'take'],
    [{ page: 0 }, 'page'],
    [{ storeId: 'a', storeGroupId: 'b' }, 'storeGroupId'],
    [{ category: 'sales tax' }, 'category'],
    [{ source: 'Pos' }, 'source'],
    [{ sortBy: 'Debit' }, 'sortBy'],
    [{ sortDescending: 'no' }, 'sortDescending'],
    [{ postingDateFrom: '2026-02-30' }, 'postingDateFrom'],
    [{ postingDateFrom: '2026-01-02', postingDateTo: '2026-01-01' }, 'postingDateTo'],
    [{ accountNumbers: [3000] }, 'accountNumbers[0]'],
    [{ after: next, sortDescending: true }, 'after'],
    [{ after: next, sortBy: 'AccountNumber' }, 'after'],
    [{ sortBy: 'PostingId', after: position(id) }, 'after'],
    [{ sortBy: 'PostingId', after: position('x', 1) }, 'after'],
    [{ sortBy: 'PostingId', after: position(id, 2 ** 31) }, 'after'],
    [{ sortBy: 'PostingId', after: position(id, '1') }, 'after'],
  ]
  for (const [request, path] of bad) {
    const response = await search('LedgerLines', request)
    t.match(response, { status: 400, body: { error: 'ValidationFailed', errors: { [path]: [String] } } }, JSON.stringify(request))
  }
  t.equal((await search('LedgerLines', { sortBy: 'PostingId', after: position(id, 1) })).status, 200)
})

t.test('given a page beyond 10,000 results, when it is requested, then the response is 400', async (t) => {
  const { search } = await withLines(t)
  t.equal((await search('LedgerLines', { take: 1000, page: 10 })).status, 200)
  t.match(await search('LedgerLines', { take: 1000, page: 11 }), { status: 400, body: { error: 'WindowExceeded' } })
  t.equal((await search('LedgerLines', { page: 50 })).status, 200)
  t.match(await search('LedgerLines', { page: 51 }), { status: 400, body: { error: 'WindowExceeded' } }, '200 a page by default')
})
