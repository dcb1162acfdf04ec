import { randomBytes } from 'node:crypto'
import { createDatabase } from '@oms/service-kit/database/database'
import { createLogger } from '@oms/service-kit/observability/logger'
import t from 'tap'
import { accountingFixture, aPayment } from '../../testing/accounting-fixture.ts'
import { buildDay } from '../payments/build-day.ts'

const log = createLogger({ service: 'test', level: 'silent' })
const day = { storeId: 'Oslo-01', currencyCode: 'NOK', postingDate: '2026-01-15' }

t.test('given the role of the service, when it writes, then it can only add postings and change their status', async (t) => {
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

t.test('given a user with only the role, when the service runs as that user, then it works and can do no more', async (t) => {
  const { database } = await accountingFixture(t)
  const user = `clerk_${randomBytes(6).toString('hex')}`
  await database.query({ text: `create role ${user} login password 'secret' in role oms_accounting_clerk` })
  t.teardown(() => database.query({ text: `drop role ${user}` }))
  const url = Object.assign(new URL(database.url), { username: user, password: 'secret' }).href
  const own = createDatabase({ url, log, role: 'oms_accounting_clerk' })
  t.teardown(own.close)
  t.same(await own.query({ text: 'select current_user as name' }), [{ name: 'oms_accounting_clerk' }])
  t.same(await own.query({ text: 'select count(*)::int as count from kit.outbox' }), [{ count: 0 }])
  const escaped = createDatabase({ url, log })
  t.teardown(escaped.close)
  await t.rejects(escaped.query({ text: 'delete from ledger_line' }), { message: /permission denied/ })
})
