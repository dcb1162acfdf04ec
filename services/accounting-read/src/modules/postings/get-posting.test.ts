import { accountingRoutes } from '@open-oms/contracts/accounting/routes'
import { accessSuite } from '@open-oms/service-kit/testing/access-suite'
import t from 'tap'
import { aPayment } from '../../testing/accounting-fixture.ts'
import { accountingServer } from '../../testing/accounting-server.ts'
import { aPart } from '../../testing/sample-postings.ts'

const unknownId = '00000000-0000-7000-8000-999999999999'

t.test('given each kind of token, when the routes are called, then access is as their contracts say', async (t) => {
  const { client } = await accountingServer(t)
  const samples = {
    getPosting: { unknown: { id: unknownId } },
    getPostingByZReport: { unknown: { zReportId: 'Z-1' } },
    getPostingLines: { unknown: { id: unknownId } },
    getAccountingDeadLetter: { unknown: { deadLetterId: '4711' } },
    replayAccountingDeadLetter: { unknown: { deadLetterId: '4711' } },
    dropAccountingDeadLetter: { unknown: { deadLetterId: '4711' } },
    getPostingLine: { unknown: { postingId: unknownId, id: `${unknownId}-1` } },
    searchPostings: { valid: { body: {} }, invalidBody: { take: 'many' } },
    searchLedgerLines: { valid: { body: {} }, invalidBody: { take: 'many' } },
  }
  await accessSuite(t, { client, contracts: accountingRoutes, samples })
})

t.test('given a posting, when it is read by its id, then every field is present', async (t) => {
  const { client, record, build } = await accountingServer(t)
  await record(aPayment())
  const id = await build('Oslo-01', '2026-01-15')
  const response = await client.send({ url: `/api/Accounting/Postings/${id}` })
  t.equal(response.status, 200)
  t.match(response.body.postingHash, /^[0-9a-f]{64}$/)
  t.same(
    { ...response.body, postingHash: '' },
    {
      id,
      source: 'WebFulfillment',
      zReportId: null,
      zReportNumber: null,
      orderIds: ['order-1'],
      storeIds: ['Oslo-01'],
      registerIds: [],
      accountingCompanyCode: 'NO01',
      postingDate: '2026-01-15T00:00:00.000Z',
      createdAt: '2026-01-20T06:00:00.000Z',
      currencyCode: 'NOK',
      status: 'Posted',
      supersedesPostingId: null,
      externalReference: null,
      exportedAt: null,
      totalDebit: 125,
      totalCredit: 125,
      imbalance: 0,
      autoBalanced: false,
      lineCount: 3,
      warnings: [],
      rejectionReason: null,
      postingHash: '',
    },
  )
  t.equal((await client.send({ url: `/API/accounting/POSTINGS/${id}/` })).status, 200, 'in any letter case, with a slash')
})

t.test('given a posting, when its lines are read, then they are in sequence, in the list and one by one', async (t) => {
  const { client, record, build } = await accountingServer(t)
  const invoice = { paymentTermsNet: 14, kidNumber: '00123', creditNoteNumber: null }
  const data = aPayment({ invoice, customerNumber: 'C-7' }, { transactionType: 'Invoiced', method: 'Invoice', invoiceId: 'F-1' })
  await record(data)
  const id = await build('Oslo-01', '2026-01-15')
  const lines = await client.send({ url: `/api/Accounting/Postings/${id}/Lines` })
  t.equal(lines.status, 200)
  t.same(
    lines.body.map((line: { lineSequence: number }) => line.lineSequence),
    [1, 2, 3],
  )
  const [receivable, sales] = lines.body
  t.same(receivable, {
    id: `${id}-1`,
    postingId: id,
    lineSequence: 1,
    postingDate: '2026-01-15T00:00:00.000Z',
    registerId: null,
    storeId: 'Oslo-01',
    accountingCompanyCode: 'NO01',
    accountNumber: '1510',
    accountName: 'Receivable 1510',
    category: 'Receivable',
    debit: 125,
    credit: 0,
    currencyCode: 'NOK',
    vatCode: null,
    vatRate: null,
    vatAmount: null,
    taxGroupCode: null,
    description: 'Receivable 1510, order 1001',
    customerNumber: 'C-7',
    invoiceNumber: 'F-1',
    creditNoteNumber: null,
    invoiceDate: '2026-01-15T00:00:00.000Z',
    dueDate: '2026-01-29T00:00:00.000Z',
    kidNumber: '00123',
    dimensions: {},
  })
  t.match(sales, { category: 'Sales', credit: 100, debit: 0, vatCode: '3', vatRate: 25, vatAmount: 25 })
  const one = await client.send({ url: `/api/Accounting/Postings/${id}/Lines/${sales.id}` })
  t.same(one.body, sales)
})

t.test('given a line of another posting, when it is read, then the response is 404', async (t) => {
  const { client, record, build } = await accountingServer(t)
  await record(aPayment())
  await record(aPayment({ orderId: 'order-2', storeId: 'Bergen-01' }))
  const id = await build('Oslo-01', '2026-01-15')
  const other = await build('Bergen-01', '2026-01-15')
  for (const line of [`${other}-1`, `${id}-4`, `${id}-0`, `${id}-01`, `${id}-99999999999`, id, 'x', '1']) {
    t.equal((await client.send({ url: `/api/Accounting/Postings/${id}/Lines/${line}` })).status, 404, line)
  }
  t.equal((await client.send({ url: `/api/Accounting/Postings/x/Lines/x-1` })).status, 404)
})

t.test('given an impossible id, when it is read, then the response is 404; a missing id is 400', async (t) => {
  const { client } = await accountingServer(t)
  for (const id of ['x', '1', "a'b", unknownId.toUpperCase(), `${unknownId}0`]) {
    t.equal((await client.send({ url: `/api/Accounting/Postings/${encodeURIComponent(id)}` })).status, 404, id)
  }
  for (const url of [
    '/api/Accounting/Postings',
    '/api/Accounting/Postings/',
    '/api/Accounting/Postings//Lines',
    '/api/Accounting/Postings/%20',
    '/api/Accounting/Postings/%20/Lines',
    '/api/Accounting/Postings//Lines/x-1',
    `/api/Accounting/Postings/${unknownId}/Lines/%20`,
    '/api/Accounting/Postings/ByZReport',
    '/api/Accounting/Postings/ByZReport/',
    '/api/Accounting/Postings/ByZReport//',
    '/api/accounting/postings/byzreport/',
    '/api/Accounting/Postings/ByZReport/%20%20',
  ]) {
    const response = await client.send({ url })
    t.match(
      response,
      { status: 400, body: { error: 'ValidationFailed', message: /^\w+ (is missing|must not be blank\.)$/ } },
      url,
    )
  }
})

t.test('given a superseded posting, when it and its lines are read by id, then they are returned', async (t) => {
  const { client, record, build } = await accountingServer(t)
  await record(aPayment())
  const old = await build('Oslo-01', '2026-01-15')
  await record(aPayment({ orderId: 'late' }))
  const current = await build('Oslo-01', '2026-01-15')
  t.match((await client.send({ url: `/api/Accounting/Postings/${old}` })).body, { status: 'Superseded', totalDebit: 125 })
  t.match((await client.send({ url: `/api/Accounting/Postings/${current}` })).body, {
    status: 'Posted',
    supersedesPostingId: old,
  })
  t.equal((await client.send({ url: `/api/Accounting/Postings/${old}/Lines` })).body.length, 3)
})

t.test('given a draft, when postings are read, then it is not returned', async (t) => {
  const { client, record, build, search } = await accountingServer(t)
  await record(aPayment({ storeId: 'Tokyo-01', currency: 'JPY', breakdown: [aPart('GiftCard', 125)] }))
  await t.rejects(build('Tokyo-01', '2026-01-15', 'JPY'), { message: /draft/ })
  t.same((await search('Postings', { includeSuperseded: true })).body, { totalHits: 0, result: [], next: null })
  t.same((await search('Postings', { status: 'Draft' })).body.totalHits, 0)
  t.same((await search('LedgerLines', { includeSuperseded: true })).body.totalHits, 0)
  t.equal((await client.send({ url: '/api/Accounting/Postings/Tokyo-01' })).status, 404)
})

t.test('given postings of a Z-report, when they are read by Z-report, then the current one is returned', async (t) => {
  const { client, database, record, build } = await accountingServer(t)
  await record(aPayment())
  const template = await build('Oslo-01', '2026-01-15')
  const insert = async (id: string, supersedes: string | null) => {
    // Written without a build, since a build always leaves a current posting. Without lines both
    // sides are 0.
    await database.query({
      text: `insert into posting (id, source, z_report_id, z_report_number, store_id, register_ids, order_ids, posting_date, currency_code,
          created_at, status, supersedes_posting_id, total_debit, total_credit, imbalance, auto_balanced, line_count, warnings,
          posting_hash, chain_number, previous_chain_value, chain_value, event_sequence)
        select $1, 'PosZReport', 'Z-1', 7, store_id, '{R1,R2}', order_ids, posting_date, currency_code, created_at, 'Posted', $2, 0, 0, 0,
          false, 0, '{}', posting_hash, $4::int, '', 'c', 1
        from posting where id = $3`,
      values: [id, supersedes, template, supersedes === null ? 9 : 10],
    })
  }
  const old = '00000000-0000-7000-8000-00000000aaaa'
  const current = '00000000-0000-7000-8000-00000000bbbb'
  await insert(old, null)
  await database.query({ text: `update posting set status = 'Superseded', event_sequence = 2 where id = $1`, values: [old] })
  t.equal((await client.send({ url: '/api/Accounting/Postings/ByZReport/Z-1' })).status, 404, 'superseded ones do not count')
  await insert(current, old)
  const response = await client.send({ url: '/api/Accounting/Postings/ByZReport/Z-1' })
  t.match(response, { status: 200, body: { id: current, zReportId: 'Z-1', zReportNumber: 7, registerIds: ['R1', 'R2'] } })
  t.equal((await client.send({ url: '/api/Accounting/Postings/ByZReport/Z-1', as: { storeIds: ['Bergen-01'] } })).status, 404)
})

t.test('given a token limited to stores, when another store is read, then the response is 404', async (t) => {
  const { client, record, build } = await accountingServer(t)
  await record(aPayment())
  const id = await build('Oslo-01', '2026-01-15')
  const statusFor = async (url: string, storeIds: string[]) => (await client.send({ url, as: { storeIds } })).status
  for (const url of [
    `/api/Accounting/Postings/${id}`,
    `/api/Accounting/Postings/${id}/Lines`,
    `/api/Accounting/Postings/${id}/Lines/${id}-1`,
  ]) {
    t.equal(await statusFor(url, ['Oslo-01', 'Bergen-01']), 200)
    t.equal(await statusFor(url, ['Bergen-01']), 404)
  }
})
