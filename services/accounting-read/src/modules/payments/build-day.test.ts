import { hash } from 'node:crypto'
import t from 'tap'
import { type AccountingFixture, accountingFixture, aPayment } from '../../testing/accounting-fixture.ts'
import { anAccount, aPart } from '../../testing/sample-postings.ts'
import { buildDueDays } from '../builds/build-days.ts'
import { buildDay } from './build-day.ts'

const day = { storeId: 'Oslo-01', currencyCode: 'NOK', postingDate: '2026-01-15' }

async function readLines({ database }: AccountingFixture, postingId: string) {
  const rows = await database.query<{ category: string; account_number: string; debit: string; credit: string }>({
    text: 'select category, account_number, debit, credit from ledger_line where posting_id = $1 order by line_sequence',
    values: [postingId],
  })
  return rows.map((row) => `${row.category} ${row.account_number} ${Number(row.debit)} ${Number(row.credit)}`)
}

async function readPostings({ database }: AccountingFixture) {
  const text = `select id, status, supersedes_posting_id, superseded_at is not null as is_dated, line_count, chain_number, event_sequence
    from posting order by chain_number`
  return await database.query<{ id: string; status: string; supersedes_posting_id: string | null }>({ text })
}

async function readEvents({ database }: AccountingFixture) {
  const rows = await database.query<{ envelope: string }>({ text: 'select envelope from kit.outbox order by id' })
  return rows.map((row) => JSON.parse(row.envelope))
}

async function readDrafts({ database }: AccountingFixture) {
  return await database.query<{ reasons: string[]; has_changes: boolean }>({
    text: 'select store_id, posting_date, reasons, has_changes from posting_draft',
  })
}

/** The id of a result that has a posting. */
function builtPostingId(result: Awaited<ReturnType<typeof buildDay>>): string {
  return 'postingId' in result ? result.postingId : ''
}

t.test('given a day of payments, when it is built, then it has one balanced posting, which is published', async (t) => {
  const fixture = await accountingFixture(t)
  await fixture.record(aPayment())
  await fixture.record(aPayment({ orderId: 'order-2' }, { method: 'Vipps' }))
  const result = await buildDay(fixture.deps, day)
  t.match(result, { ...day, outcome: 'built', warnings: { length: 0 } })
  t.same(await readLines(fixture, builtPostingId(result)), [
    'PaymentMethod 1500 125 0',
    'PaymentMethod 1590 125 0',
    'Sales 3000 0 200',
    'OutputVat 2700 0 50',
  ])
  const [event] = await readEvents(fixture)
  t.match(event, { type: 'accounting.posting.posted.v1', subject: builtPostingId(result), sequence: 1 })
  t.match(event.data, {
    postingId: builtPostingId(result),
    source: 'WebFulfillment',
    storeIds: ['Oslo-01'],
    postingDate: '2026-01-15T00:00:00.000Z',
  })
  t.same(await readDrafts(fixture), [], 'nothing waits any more')
})

t.test('given a payment after local midnight, when days are built, then it belongs to the local day of its store', async (t) => {
  const fixture = await accountingFixture(t)
  await fixture.record(aPayment({ orderId: 'before' }, { paidDate: '2026-01-14T22:59:59.999Z' }))
  await fixture.record(aPayment({ orderId: 'first' }, { paidDate: '2026-01-14T23:00:00.000Z' }))
  await fixture.record(aPayment({ orderId: 'last' }, { paidDate: '2026-01-15T22:59:59.999Z' }))
  await fixture.record(aPayment({ orderId: 'after' }, { paidDate: '2026-01-15T23:00:00.000Z' }))
  await fixture.record(aPayment({ orderId: 'elsewhere', storeId: 'Bergen-01' }))
  await fixture.record(aPayment({ orderId: 'otherwise', currency: 'SEK' }))
  await buildDay(fixture.deps, day)
  const [posting] = await fixture.database.query<{ order_ids: string[] }>({ text: 'select order_ids from posting' })
  t.same(posting?.order_ids, ['first', 'last'])
})

// Regression: each build computed the day again, so that a payment around midnight moved with the
// time zone and was booked twice or never.
t.test('given a time zone that is corrected later, when days are built, then payments keep their day', async (t) => {
  const fixture = await accountingFixture(t)
  await fixture.record(aPayment({}, { paidDate: '2026-01-14T23:30:00.000Z' }))
  const first = await buildDay(fixture.deps, day)
  await fixture.record(aPayment({ orderId: 'unbuilt', storeId: 'Bergen-01' }, { paidDate: '2026-01-14T23:30:00.000Z' }))
  for (const store of fixture.config.stores) store.timeZone = 'UTC'
  t.same(await buildDay(fixture.deps, day), { ...first, outcome: 'unchanged' })
  t.same(await buildDay(fixture.deps, { ...day, postingDate: '2026-01-14' }), {
    ...day,
    postingDate: '2026-01-14',
    outcome: 'nothing',
  })
  t.match(await buildDueDays(fixture.deps, () => undefined), [
    { storeId: 'Bergen-01', postingDate: '2026-01-15', outcome: 'built' },
  ])
})

t.test('given an invoice due after the end of the calendar, when it is booked, then it is due on the last day', async (t) => {
  const fixture = await accountingFixture(t)
  const invoice = { paymentTermsNet: 3650, kidNumber: null, creditNoteNumber: null }
  await fixture.record(aPayment({ invoice }, { transactionType: 'Invoiced', paidDate: '9999-12-31T23:59:59.999Z' }))
  const result = await buildDay(fixture.deps, { ...day, postingDate: '9999-12-31' })
  const lines = await fixture.database.query({ text: 'select due_date from ledger_line where due_date is not null' })
  t.match([result, lines], [{ outcome: 'built' }, [{ due_date: '9999-12-31' }]])
})

t.test('given a posting, when its day is built again, then nothing changes', async (t) => {
  const fixture = await accountingFixture(t)
  await fixture.record(aPayment())
  const first = await buildDay(fixture.deps, day)
  t.same(await buildDay(fixture.deps, day), { ...first, outcome: 'unchanged' })
  t.equal((await readPostings(fixture)).length, 1)
  t.equal((await readEvents(fixture)).length, 1)
})

t.test('given a posting, when a late payment comes, then a new posting supersedes it', async (t) => {
  const fixture = await accountingFixture(t)
  await fixture.record(aPayment())
  const first = await buildDay(fixture.deps, day)
  await fixture.record(aPayment({ orderId: 'late' }))
  const second = await buildDay(fixture.deps, day)
  t.equal(second.outcome, 'superseded')
  t.match(await readPostings(fixture), [
    {
      id: builtPostingId(first),
      status: 'Superseded',
      supersedes_posting_id: null,
      is_dated: true,
      chain_number: 1,
      event_sequence: 2,
    },
    {
      id: builtPostingId(second),
      status: 'Posted',
      supersedes_posting_id: builtPostingId(first),
      is_dated: false,
      chain_number: 2,
      event_sequence: 1,
    },
  ])
  t.same(
    await readLines(fixture, builtPostingId(first)),
    ['PaymentMethod 1500 125 0', 'Sales 3000 0 100', 'OutputVat 2700 0 25'],
    'the old lines stay',
  )
  t.same(
    (await readEvents(fixture)).map(({ type, subject, sequence }) => [type, subject, sequence]),
    [
      ['accounting.posting.posted.v1', builtPostingId(first), 1],
      ['accounting.posting.superseded.v1', builtPostingId(first), 2],
      ['accounting.posting.posted.v1', builtPostingId(second), 1],
    ],
  )
})

t.test('given a booked payment, when it fails later, then the new posting is without it and the old one stays', async (t) => {
  const fixture = await accountingFixture(t)
  await fixture.record(aPayment())
  await buildDay(fixture.deps, day)
  await fixture.record(aPayment({}, { status: 'Failed' }))
  const result = await buildDay(fixture.deps, day)
  t.equal(result.outcome, 'superseded')
  t.same(await readLines(fixture, builtPostingId(result)), [])
  const kept = await fixture.database.query({
    text: 'select sequence, status, replaced_by_sequence, is_booked from payment_transaction order by sequence',
  })
  t.same(kept, [
    { sequence: 1, status: 'Processed', replaced_by_sequence: 2, is_booked: false },
    { sequence: 2, status: 'Failed', replaced_by_sequence: null, is_booked: false },
  ])
})

t.test('given a purged order, when its ids are used again, then its posting stays', async (t) => {
  const fixture = await accountingFixture(t)
  await fixture.record(aPayment())
  const first = await buildDay(fixture.deps, day)
  await fixture.purge('order-1')
  t.match(await buildDay(fixture.deps, day), { outcome: 'unchanged', postingId: builtPostingId(first) })
  await fixture.record(aPayment({}, { paidDate: '2026-01-16T11:00:00.000Z' }))
  t.match(await buildDay(fixture.deps, day), { outcome: 'unchanged', postingId: builtPostingId(first) })
  const next = await buildDay(fixture.deps, { ...day, postingDate: '2026-01-16' })
  t.same(await readLines(fixture, builtPostingId(next)), ['PaymentMethod 1500 125 0', 'Sales 3000 0 100', 'OutputVat 2700 0 25'])
})

t.test('given an entry without an account, when the day is built, then it is a draft until the account exists', async (t) => {
  const fixture = await accountingFixture(t)
  const tokyo = { storeId: 'Tokyo-01', currencyCode: 'JPY', postingDate: '2026-01-15' }
  const sale = { storeId: 'Tokyo-01', currency: 'JPY', breakdown: [aPart('GiftCard', 125)] }
  await fixture.record(aPayment(sale))
  const reasons = ['no account for GiftCardLiability (currency JPY)']
  t.same(await buildDay(fixture.deps, tokyo), { ...tokyo, outcome: 'draft', reasons })
  t.match(await readDrafts(fixture), [{ store_id: 'Tokyo-01', posting_date: '2026-01-15', reasons, has_changes: false }])
  t.same(await readPostings(fixture), [])
  t.same(await readEvents(fixture), [])
  fixture.config.charts[1]?.accounts.push(anAccount('GiftCardLiability', '2960'))
  t.match(await buildDay(fixture.deps, tokyo), { outcome: 'built' })
  t.same(await readDrafts(fixture), [])
})

t.test('given a posting, when a new build of its day is a draft, then the posting stays as it is', async (t) => {
  const fixture = await accountingFixture(t)
  await fixture.record(aPayment())
  const first = await buildDay(fixture.deps, day)
  fixture.config.charts.length = 0
  await fixture.record(aPayment({ orderId: 'late' }))
  t.match(await buildDay(fixture.deps, day), { outcome: 'draft', reasons: ['store Oslo-01 has no chart of accounts'] })
  t.match(await readPostings(fixture), [{ id: builtPostingId(first), status: 'Posted' }])
})

t.test('given a day without payments, when it is built, then it has no posting', async (t) => {
  const fixture = await accountingFixture(t)
  t.same(await buildDay(fixture.deps, day), { ...day, outcome: 'nothing' })
  t.same(await readPostings(fixture), [])
})

t.test('given concurrent builds of a day, when all finish, then one has built the posting and the others found it', async (t) => {
  const fixture = await accountingFixture(t)
  for (let order = 1; order <= 20; order++) await fixture.record(aPayment({ orderId: `order-${order}` }))
  const results = await Promise.all(Array.from({ length: 6 }, () => buildDay(fixture.deps, day)))
  t.same(results.map(({ outcome }) => outcome).sort(), ['built', 'unchanged', 'unchanged', 'unchanged', 'unchanged', 'unchanged'])
  t.equal(new Set(results.map(builtPostingId)).size, 1)
  t.equal((await readPostings(fixture)).length, 1)
})

t.test('given concurrent builds of a company, when all finish, then its postings are a chain without gaps', async (t) => {
  const fixture = await accountingFixture(t)
  const days = ['2026-01-11', '2026-01-12', '2026-01-13', '2026-01-14'].flatMap((postingDate) =>
    ['Oslo-01', 'Bergen-01'].map((storeId) => ({ storeId, currencyCode: 'NOK', postingDate })),
  )
  for (const { storeId, postingDate } of days) {
    await fixture.record(
      aPayment({ orderId: `${storeId} ${postingDate}`, storeId }, { paidDate: `${postingDate}T12:00:00.000Z` }),
    )
  }
  await Promise.all(days.map((each) => buildDay(fixture.deps, each)))
  type Link = { id: string; chain_number: number; posting_hash: string; previous_chain_value: string; chain_value: string }
  const chain = await fixture.database.query<Link>({ text: 'select * from posting order by chain_number' })
  t.same(
    chain.map((link) => link.chain_number),
    [1, 2, 3, 4, 5, 6, 7, 8],
  )
  let previous = ''
  for (const link of chain) {
    t.equal(link.previous_chain_value, previous)
    t.equal(link.chain_value, hash('sha256', `${previous}\n${link.id}\n${link.posting_hash}`))
    previous = link.chain_value
  }
})

t.test('given a running build, when a payment of its day comes, then the day is built again', async (t) => {
  const fixture = await accountingFixture(t)
  await fixture.record(aPayment())
  // The late payment comes after the build has cleared the mark of the day and before it reads.
  const deps = {
    ...fixture.deps,
    now: () => fixture.deps.now(),
    inTransaction: (async (work) => {
      await fixture.record(aPayment({ orderId: 'meanwhile' }))
      return await fixture.deps.inTransaction(work)
    }) as typeof fixture.deps.inTransaction,
  }
  await buildDay(deps, day)
  t.match(await readDrafts(fixture), [{ has_changes: true }], 'the day will be built again')
})
