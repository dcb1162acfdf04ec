import t from 'tap'
import { accountingFixture, aPayment } from '../../testing/accounting-fixture.ts'
import { buildDay } from '../payments/build-day.ts'

const day = { storeId: 'Oslo-01', currencyCode: 'NOK', postingDate: '2026-01-15' }

t.test('given the user of the service, when it writes, then it can only add postings and change their status', async (t) => {
  const fixture = await accountingFixture(t)
  await fixture.record(aPayment())
  await buildDay(fixture.deps, day)
  const refused = [
    'update ledger_line set debit = debit + 1',
    'delete from ledger_line',
    'truncate ledger_line',
    `update posting set posting_hash = 'x'`,
    `update posting set posting_date = '2026-01-01'`,
    'delete from posting',
    'truncate posting cascade',
    'update payment_transaction set amount = 1',
    'delete from payment_transaction',
    'truncate payment_transaction',
    `update company_chain set company_code = 'x'`,
    'delete from company_chain',
    'alter table posting disable trigger user',
    'drop trigger ledger_line_is_final on ledger_line',
    'drop table ledger_line',
    'create table more (id int)',
  ]
  for (const text of refused) await t.rejects(fixture.deps.query({ text }), { message: /permission denied|must be owner/ }, text)
  const moved = await fixture.deps.query({
    text: `update posting set status = 'Rejected', rejection_reason = 'r', event_sequence = 2 returning status`,
  })
  t.same(moved, [{ status: 'Rejected' }])
})
