import { ledgerLineCategories } from '@open-oms/contracts/accounting/ledger-line'
import { postingSources, postingStatuses } from '@open-oms/contracts/accounting/posting'
import { LedgerLineSearchRequest, ledgerLineSortKeys, PostingSearchRequest } from '@open-oms/contracts/accounting/search'
import t from 'tap'
import { type AccountingServer, accountingServer } from '../../testing/accounting-server.ts'
import { aLine, writePosting } from '../../testing/written-posting.ts'

const searches = [
  ['Postings', PostingSearchRequest],
  ['LedgerLines', LedgerLineSearchRequest],
] as const

/**
 * For every property of either search a value with which the result differs from one without it.
 */
const distinctive: Record<string, unknown> = {
  take: 1,
  page: 2,
  after: undefined,
  storeId: 'Bergen-01',
  storeGroupId: 'nowhere',
  registerId: 'R1',
  accountingCompanyCode: 'NO02',
  status: 'Exported',
  source: 'PosZReport',
  postingDateFrom: '2026-01-13',
  postingDateTo: '2026-01-12',
  orderIds: ['order-2'],
  includeSuperseded: true,
  postingId: '00000000-0000-7000-8000-000000000001',
  accountNumber: '3010',
  accountNumbers: ['3010'],
  category: 'Tip',
  taxGroupCode: 'normal',
  vatCode: '3',
  currencyCode: 'SEK',
  sortBy: 'AccountNumber',
  sortDescending: true,
}

/**
 * Postings of two days and stores, one of them superseded, whose lines differ in everything that
 * can be searched.
 */
async function withPostings(t: Parameters<typeof accountingServer>[0]): Promise<AccountingServer> {
  const server = await accountingServer(t)
  const pair = (fields: object) => [aLine(5, fields), aLine(-5, { accountNumber: '1500' })]
  const sold = { accountNumber: '3010', category: 'Tip', vatCode: '3', taxGroupCode: 'normal', registerId: 'R1' } as const
  await writePosting(server, { source: 'WebFulfillment', postingDate: '2026-01-12', orderIds: ['order-1'], lines: pair({}) })
  await writePosting(server, {
    storeId: 'Bergen-01',
    postingDate: '2026-01-13',
    currencyCode: 'SEK',
    accountingCompanyCode: 'NO02',
    registerIds: ['R1'],
    orderIds: ['order-2'],
    lines: pair(sold).map((line) => ({ ...line, storeId: 'Bergen-01' })),
  })
  const old = await writePosting(server, { postingDate: '2026-01-14', lines: pair({}) })
  const text = `update posting set status = 'Superseded', superseded_at = created_at, event_sequence = 2 where id = $1`
  await server.database.query({ text, values: [old] })
  return server
}

const titled = (name: string) => name[0]?.toUpperCase() + name.slice(1)
/** What a client sends for an empty text or list. */
const emptyValues = (value: unknown) => (Array.isArray(value) ? [[], [''], ['', '']] : [''])

for (const [what, schema] of searches) {
  const names = Object.keys(schema.properties)

  t.test(`given ${what}, when a property is sent in any letter case, then it is read`, async (t) => {
    const { search } = await withPostings(t)
    const all = (await search(what, {})).body
    t.equal(all.totalHits, what === 'Postings' ? 2 : 4)
    for (const name of names) {
      t.ok(name in distinctive, `${name} has a distinctive value`)
      const value = name === 'after' ? (await search(what, { take: 1 })).body.next : distinctive[name]
      const { status, body } = await search(what, { [name]: value })
      t.equal(status, 200, name)
      t.notSame(body, all, `${name} makes a difference`)
      for (const spelled of [titled(name), name.toUpperCase(), name.toLowerCase()])
        t.same((await search(what, { [spelled]: value })).body, body, spelled)
    }
  })

  t.test(`given ${what}, when null or an empty text or list is sent, then it means the same as none`, async (t) => {
    const { search } = await withPostings(t)
    const all = (await search(what, {})).body
    const nothing = Object.fromEntries(names.map((name) => [name, null]))
    t.same((await search(what, nothing)).body, all)
    for (const name of names) t.same((await search(what, { [name]: null })).body, all, `${name}: null`)
    for (const name of names.filter((name) => typeof distinctive[name] === 'string' || Array.isArray(distinctive[name])))
      for (const empty of emptyValues(distinctive[name]))
        t.same((await search(what, { [name]: empty })).body, all, `${name}: ${JSON.stringify(empty)}`)
    t.same((await search(what, { after: '' })).body, all)
    for (const name of ['take', 'page', 'includeSuperseded'])
      t.match(
        await search(what, { [name]: '' }),
        { status: 400, body: { errors: { [name]: [String] } } },
        `${name}: a text is no ${name}`,
      )
    t.same((await search(what, { colour: 'red' })).body, all, 'an unknown property is ignored')
  })

  t.test(`given ${what}, when a word is sent, then only those of the contract are accepted`, async (t) => {
    const { search } = await withPostings(t)
    const words: Record<string, readonly string[]> = {
      source: postingSources,
      ...(what === 'Postings'
        ? { status: [...postingStatuses, 'Draft'] }
        : { category: ledgerLineCategories, sortBy: ledgerLineSortKeys }),
    }
    for (const [name, known] of Object.entries(words)) {
      for (const word of known) t.equal((await search(what, { [name]: word })).status, 200, `${name}: ${word}`)
      for (const word of ['nothing', 1, [known[0]]])
        t.match(await search(what, { [name]: word }), { status: 400, body: { errors: { [name]: [String] } } }, `${name}: ${word}`)
    }
  })
}

t.test('given no take, when a search is sent, then a page has 50 postings or 200 lines, at most 100 or 1,000', async (t) => {
  const server = await accountingServer(t)
  for (let index = 0; index < 101; index++) await writePosting(server, { zReportId: `Z-${index}`, lines: [] })
  const lines = Array.from({ length: 1_002 }, (_, index) => aLine(index % 2 === 0 ? 1 : -1))
  await writePosting(server, { source: 'WebFulfillment', lines })
  const pageSize = async (what: 'Postings' | 'LedgerLines', request: object) =>
    (await server.search(what, request)).body.result.length
  t.same([await pageSize('Postings', {}), await pageSize('Postings', { page: 3 })], [50, 2])
  t.equal(await pageSize('Postings', { take: 100 }), 100)
  t.same([await pageSize('LedgerLines', {}), await pageSize('LedgerLines', { page: 6 })], [200, 2])
  t.equal(await pageSize('LedgerLines', { take: 1_000 }), 1_000)
  t.equal((await server.search('LedgerLines', {})).body.totalHits, 1_002)
})
