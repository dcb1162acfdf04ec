import { type LedgerLine, ledgerLineCategories } from '@open-oms/contracts/accounting/ledger-line'
import type { AccountCategory } from '@open-oms/contracts/config/chart-of-accounts'
import { Decimal } from '@open-oms/money/decimal'
import { parsedCsv } from '@open-oms/service-kit/testing/parsed-csv'
import t from 'tap'
import { type AccountingServer, accountingServer } from '../../testing/accounting-server.ts'
import { aLine, writePosting } from '../../testing/written-posting.ts'
import { verifyLedger } from '../audit/verify-ledger.ts'

const transferCategories = ['InternalTransferOut', 'InternalTransferIn']

/**
 * The posting of a Z-report with a line of every category, rental sales too; lines of transfers are
 * booked to codes of stores.
 */
async function withEveryCategory(t: Parameters<typeof accountingServer>[0]): Promise<AccountingServer & { id: string }> {
  const server = await accountingServer(t)
  const categories: AccountCategory[] = [...ledgerLineCategories, 'RentalSales']
  const lines = categories.map((category, index) =>
    aLine(index + 1, {
      category,
      accountNumber: `${4000 + index}`,
      registerId: 'R1',
      storeId: transferCategories.includes(category) ? `D-${index}` : 'Oslo-01',
    }),
  )
  const sum = lines.reduce((total, { credit }) => total.plus(credit), new Decimal(0))
  const full = {
    category: 'Receivable',
    accountNumber: '1500',
    accountName: 'Receivables',
    vatCode: '3',
    vatRate: 12.5,
    vatAmount: new Decimal('0.0625'),
    taxGroupCode: 'normal',
    registerId: 'R2',
    description: 'to the customer',
    customerNumber: 'C-7',
    invoiceNumber: 'F-1',
    creditNoteNumber: 'K-1',
    invoiceDate: '2026-01-15',
    dueDate: '2026-02-28',
    kidNumber: '00123',
    dimensions: { Project: 'P-1', costCentre: '10' },
  } as const
  const id = await writePosting(server, {
    zReportId: 'Z-1',
    zReportNumber: 9_007_199_254_740_991,
    registerIds: ['R1', 'R2'],
    orderIds: ['order-1', 'order-2'],
    lines: [...lines, aLine(-sum.toNumber(), full)],
    autoBalanced: true,
    warnings: ['a line on the suspense account'],
  })
  return { ...server, id }
}

async function found(server: AccountingServer, request: object): Promise<LedgerLine[]> {
  const { totalHits, result } = (await server.search('LedgerLines', request)).body
  // The total comes from another statement than the lines.
  if (totalHits !== result.length)
    throw new Error(`${JSON.stringify(request)} found ${result.length} lines and counted ${totalHits}`)
  return result
}

t.test('given the posting of a Z-report, when it is read, then it has every field', async (t) => {
  const { client, id } = await withEveryCategory(t)
  const { status, body } = await client.send({ url: `/api/Accounting/Postings/${id}` })
  t.equal(status, 200)
  t.same(
    { ...body, postingHash: body.postingHash.length },
    {
      id,
      source: 'PosZReport',
      zReportId: 'Z-1',
      zReportNumber: 9_007_199_254_740_991,
      orderIds: ['order-1', 'order-2'],
      storeIds: ['Oslo-01'],
      registerIds: ['R1', 'R2'],
      accountingCompanyCode: 'NO01',
      postingDate: '2026-01-15T00:00:00.000Z',
      createdAt: '2026-01-20T06:00:00.000Z',
      currencyCode: 'NOK',
      status: 'Posted',
      supersedesPostingId: null,
      externalReference: null,
      exportedAt: null,
      totalDebit: 190,
      totalCredit: 190,
      imbalance: 0,
      autoBalanced: true,
      lineCount: 20,
      warnings: ['a line on the suspense account'],
      rejectionReason: null,
      postingHash: 64,
    },
  )
  const byReport = await client.send({ url: '/api/Accounting/Postings/ByZReport/Z-1' })
  t.same(byReport.body, body)
})

t.test('given a line, when it is read, then it has every field and dimension keys keep their letter case', async (t) => {
  const { client, id } = await withEveryCategory(t)
  const { body } = await client.send({ url: `/api/Accounting/Postings/${id}/Lines/${id}-20` })
  t.same(body, {
    id: `${id}-20`,
    postingId: id,
    lineSequence: 20,
    postingDate: '2026-01-15T00:00:00.000Z',
    registerId: 'R2',
    storeId: 'Oslo-01',
    accountingCompanyCode: 'NO01',
    accountNumber: '1500',
    accountName: 'Receivables',
    category: 'Receivable',
    debit: 190,
    credit: 0,
    currencyCode: 'NOK',
    vatCode: '3',
    vatRate: 12.5,
    vatAmount: 0.0625,
    taxGroupCode: 'normal',
    description: 'to the customer',
    customerNumber: 'C-7',
    invoiceNumber: 'F-1',
    creditNoteNumber: 'K-1',
    invoiceDate: '2026-01-15T00:00:00.000Z',
    dueDate: '2026-02-28T00:00:00.000Z',
    kidNumber: '00123',
    dimensions: { Project: 'P-1', costCentre: '10' },
  })
})

t.test('given lines of every category, when one is searched, then lines with that name are returned', async (t) => {
  const server = await withEveryCategory(t)
  for (const [index, category] of ledgerLineCategories.entries()) {
    const lines = await found(server, { category })
    t.match(lines[0], { category, credit: index + 1, lineSequence: index + 1 }, category)
    t.equal(lines.length, category === 'Receivable' ? 2 : 1, category)
  }
  const rental = await found(server, { accountNumber: '4018' })
  t.match(rental, [{ category: 'Other', credit: 19 }], 'a rental sale is returned as Other, and the filter Other did not find it')
})

t.test('given transfer lines, when lines of a store are searched, then transfer lines are found by the store code', async (t) => {
  const server = await withEveryCategory(t)
  t.equal((await found(server, { storeId: 'Oslo-01' })).length, 18)
  t.match(await found(server, { storeId: 'D-7' }), [{ category: 'InternalTransferOut', storeId: 'D-7' }])
  t.equal((await found(server, { storeGroupId: 'norway' })).length, 18)
  t.equal((await found(server, { postingDateFrom: '2026-01-15', storeId: 'D-8', currencyCode: 'NOK' })).length, 1)
  t.equal((await found(server, { storeId: 'Bergen-01' })).length, 0)
  const scoped = await server.search('LedgerLines', {}, { storeIds: ['Oslo-01'] })
  t.equal(scoped.body.totalHits, 20, 'a token sees all lines of the postings of its stores')
  t.equal((await server.search('LedgerLines', { storeId: 'D-7' }, { storeIds: ['Bergen-01'] })).body.totalHits, 0)
})

t.test('given a register, source or order, when postings are searched, then those that contain it are found', async (t) => {
  const server = await withEveryCategory(t)
  const postings = async (request: object) => (await server.search('Postings', request)).body.totalHits
  t.equal(await postings({ registerId: 'R2' }), 1)
  t.equal(await postings({ registerId: 'R' }), 0)
  t.equal(await postings({ source: 'PosZReport' }), 1)
  t.equal(await postings({ source: 'WebFulfillment' }), 0)
  t.equal(await postings({ orderIds: ['order-2', 'order-2', 'other'] }), 1)
  t.equal((await found(server, { registerId: 'R2' })).length, 1)
  t.equal((await found(server, { registerId: 'R1', source: 'PosZReport' })).length, 19)
  t.equal((await found(server, { source: 'WebFulfillment' })).length, 0)
  t.equal((await found(server, { vatCode: '3', taxGroupCode: 'normal', currencyCode: 'NOK' })).length, 1)
})

t.test('given lines of a Z-report, when they are exported, then the file has its register and number', async (t) => {
  const { client, id } = await withEveryCategory(t)
  const { text } = await client.send({ url: '/api/Accounting/LedgerLines/Export', query: { accountNumber: '1500' } })
  const [, row] = parsedCsv(text.slice(1), ';')
  t.same(row?.slice(0, 10), ['2026-01-15', id, '20', 'Oslo-01', 'R2', '1500', 'Receivables', 'Receivable', '190,00', '0,00'])
  t.same(row?.slice(10), ['NOK', '3', '12,5', '0,0625', 'to the customer', '9007199254740991', 'PosZReport'])
})

t.test('given postings with every field, when the ledger is verified, then it is consistent', async (t) => {
  const { database } = await withEveryCategory(t)
  t.match(await verifyLedger(database), { postings: 1, lines: 20, difference: null })
})
