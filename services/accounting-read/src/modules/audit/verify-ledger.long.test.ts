import { anyCharacter } from '@open-oms/contracts/testing/any-character'
import fc from 'fast-check'
import t from 'tap'
import { type AccountingFixture, accountingFixture, aPayment } from '../../testing/accounting-fixture.ts'
import { aPart } from '../../testing/sample-postings.ts'
import { buildDay } from '../payments/build-day.ts'
import { describeVerified, verifyLedger } from './verify-ledger.ts'

const days = ['2026-01-12', '2026-01-13', '2026-01-14']

/** Three days of two companies, one of them built twice, and a store without a company. */
async function withLedger(t: Parameters<typeof accountingFixture>[0]): Promise<AccountingFixture> {
  const fixture = await accountingFixture(t)
  for (const store of fixture.config.stores) if (store.id === 'Bergen-01') store.accountingCompanyCode = null
  fixture.config.charts.push({ ...fixture.config.charts[0], companyCode: 'NO01', storeId: 'Bergen-01' } as never)
  for (const [storeId, currency] of [
    ['Oslo-01', 'NOK'],
    ['Bergen-01', 'NOK'],
    ['Tokyo-01', 'JPY'],
  ] as const)
    for (const day of days) {
      await fixture.record(aPayment({ orderId: `${storeId} ${day}`, storeId, currency }, { paidDate: `${day}T10:00:00.000Z` }))
      await buildDay(fixture.deps, { storeId, currencyCode: currency, postingDate: day })
    }
  await fixture.record(aPayment({ orderId: 'late' }, { paidDate: '2026-01-12T10:00:00.000Z' }))
  await buildDay(fixture.deps, { storeId: 'Oslo-01', currencyCode: 'NOK', postingDate: '2026-01-12' })
  return fixture
}

/** Alters the ledger as only the owner of the database can. */
async function tamper({ database }: AccountingFixture, text: string): Promise<void> {
  for (const table of ['posting', 'ledger_line', 'company_chain'])
    await database.owner.query({ text: `alter table ${table} disable trigger user` })
  await database.owner.query({ text })
}

const third = `(select id from posting where accounting_company_code = 'NO01' and chain_number = 3)`

t.test('given an unaltered ledger, when it is verified, then it is consistent', async (t) => {
  const fixture = await withLedger(t)
  const verified = await verifyLedger(fixture.database)
  t.same(verified.difference, null)
  t.ok(verified.postings >= 7 && verified.lines >= 21, 'all of them were verified')
  t.match(describeVerified(verified), /^The ledger is consistent: \d+ postings with \d+ lines of \d companies\.$/)
  const empty = await accountingFixture(t)
  t.same(await verifyLedger(empty.database), { postings: 0, lines: 0, companies: 0, difference: null })
})

const alterations: [string, string, string][] = [
  [
    'an amount on both sides',
    `update ledger_line set debit = debit * 2, credit = credit * 2 where posting_id = ${third}`,
    'total debit',
  ],
  [
    'amounts and totals',
    `with lines as (update ledger_line set debit = debit * 2, credit = credit * 2 where posting_id = ${third})
      update posting set total_debit = total_debit * 2, total_credit = total_credit * 2 where id = ${third}`,
    'hash',
  ],
  ['an account', `update ledger_line set account_number = '1' where posting_id = ${third} and line_sequence = 1`, 'hash'],
  [
    'a date that a line repeats',
    `update ledger_line set posting_date = '2026-02-01' where posting_id = ${third} and line_sequence = 1`,
    'number of lines of another date, currency, source, store or company',
  ],
  [
    'a currency that all lines repeat',
    `update ledger_line set currency_code = 'EUR', source = 'PosZReport' where posting_id = ${third}`,
    'number of lines of another date, currency, source, store or company',
  ],
  ['a VAT code', `update ledger_line set vat_code = null where posting_id = ${third} and vat_code is not null`, 'hash'],
  ['a line', `delete from ledger_line where posting_id = ${third} and line_sequence = 2`, 'number of lines'],
  [
    'a sequence',
    `update ledger_line set line_sequence = 9 where posting_id = ${third} and line_sequence = 3`,
    'sequence of lines',
  ],
  [
    'a posting date',
    `update posting set posting_date = '2026-01-01' where id = ${third}`,
    'number of lines of another date, currency, source, store or company',
  ],
  ['a stored hash', `update posting set posting_hash = 'x' where id = ${third}`, 'hash'],
  ['a chain value', `update posting set chain_value = 'x' where id = ${third}`, 'chain value'],
  [
    'a posting with its lines',
    `with lines as (delete from ledger_line where posting_id = ${third}) delete from posting where id = ${third}`,
    'number in the chain',
  ],
  [
    'the last posting',
    `with last as (select id from posting where accounting_company_code = 'JP01' order by chain_number desc limit 1),
      lines as (delete from ledger_line where posting_id in (select id from last)) delete from posting where id in (select id from last)`,
    'end of the chain of company JP01',
  ],
  [
    'the end of a chain',
    `update company_chain set chain_value = 'x' where company_code = 'JP01'`,
    'end of the chain of company JP01',
  ],
  ['a whole chain', `delete from company_chain where company_code = 'NO01'`, 'end of the chain of company NO01'],
  ['a status', `update posting set status = 'Superseded', superseded_at = now() where id = ${third}`, 'superseded'],
]
for (const [name, text, what] of alterations)
  t.test(`given an altered ledger (${name}), when it is verified, then the difference is found`, async (t) => {
    const fixture = await withLedger(t)
    await fixture.database.owner.query({ text: 'alter table ledger_line drop constraint ledger_line_posting_id_fkey' })
    await tamper(fixture, text)
    const { difference } = await verifyLedger(fixture.database)
    t.equal(difference?.what, what)
    t.match(
      describeVerified({ postings: 0, lines: 0, companies: 0, difference }),
      /differs\.\n {2}stored: {3}.+\n {2}computed: .*$/,
    )
  })

t.test('given any content, when the database makes the canonical text, then it equals that of the domain', async (t) => {
  const fixture = await accountingFixture(t)
  const word = fc
    .string({ unit: anyCharacter, minLength: 1, maxLength: 8 })
    .filter((text) => text.isWellFormed() && !text.includes('\0'))
  const samples = fc.sample(fc.tuple(word, word, fc.integer({ min: 1, max: 10 ** 9 }), fc.constantFrom(0, 12, 25)), 60)
  for (const [index, [customer, kid, cents, rate]] of samples.entries()) {
    const amount = cents / 100
    const vat = Number(((amount * rate) / (100 + rate)).toFixed(2))
    await fixture.record(
      aPayment(
        {
          orderId: `o${index}`,
          customerNumber: customer,
          invoice: { paymentTermsNet: 14, kidNumber: kid, creditNoteNumber: null },
          breakdown: [
            aPart('Sales', Number((amount - vat).toFixed(2)), { vatRate: rate, vatAmount: vat, taxGroupCode: 'normal' }),
          ],
        },
        { transactionType: index % 2 === 0 ? 'Invoiced' : 'Capture', invoiceId: `"${kid}"\\`, amount },
      ),
    )
  }
  await buildDay(fixture.deps, { storeId: 'Oslo-01', currencyCode: 'NOK', postingDate: '2026-01-15' })
  const verified = await verifyLedger(fixture.database)
  t.same(verified.difference, null)
  t.ok(verified.lines > 30)
})
