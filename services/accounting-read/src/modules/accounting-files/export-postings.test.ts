import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tenantConfigChecks, tenantConfigFiles } from '@open-oms/contracts/config/tenant-config'
import { Decimal } from '@open-oms/money/decimal'
import { loadTenantConfig } from '@open-oms/service-kit/config/load-tenant-config'
import t from 'tap'
import { validateXML } from 'xmllint-wasm'
import { accountingConfigNames } from '../../deps.ts'
import { aPayment, aZReport } from '../../testing/accounting-fixture.ts'
import { type AccountingServer, accountingServer } from '../../testing/accounting-server.ts'
import { aPart } from '../../testing/sample-postings.ts'
import { aLine, writePosting } from '../../testing/written-posting.ts'
import { type FileEntry, parseDatev, parseGbat10, parseSaft, parseSie, sumsByAccount } from './testing/parse-files.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..', '..')
const CLEARING = '9990'

const goods = (net: number, rate = 25) =>
  aPart('Sales', net, { vatRate: rate, vatAmount: Number(((net * rate) / 100).toFixed(2)) })
type Part = ReturnType<typeof aPart>
type Fields = Parameters<typeof aPayment>[0] & { how?: Parameters<typeof aPayment>[1] }
const paid = (orderId: string, breakdown: Part[], { how, ...fields }: Fields = {}) => {
  const amount = breakdown.reduce((sum, { net, vatAmount }) => sum + net + vatAmount, 0)
  return aPayment({ orderId, breakdown, ...fields }, { amount, ...how })
}

/** A month of the sample tenant with everything that a shop has, in Norway and in Sweden. */
async function shopMonth(): Promise<AccountingServer> {
  const server = await accountingServer(t)
  const sample = await loadTenantConfig({
    directory: join(root, 'config'),
    files: tenantConfigFiles,
    checks: tenantConfigChecks,
    names: accountingConfigNames,
  })
  Object.assign(server.config, structuredClone(sample))
  const files = server.config.charts[0]?.files
  if (files)
    files.datev = {
      consultantNumber: 29098,
      clientNumber: 55003,
      accountLength: 4,
      clearingAccountNumber: CLEARING,
      standardChart: '03',
    }
  const december = { paidDate: '2025-12-30T11:00:00.000Z' }
  await server.record(paid('before', [goods(400)], { how: december }))
  await server.record(paid('only before', [goods(80)], { how: { ...december, method: 'Vipps' } }))
  for (const [storeId, currency] of [
    ['Oslo-01', 'NOK'],
    ['Stockholm-01', 'SEK'],
  ] as const) {
    const of = (name: string) => `${name} ${storeId}`
    const where = { storeId, currency }
    await server.record(
      paid(
        of('web'),
        [
          goods(800),
          goods(200, 15),
          goods(33.33, 12),
          aPart('Shipping', 40, { vatRate: 25, vatAmount: 10 }),
          aPart('Discount', -80, { vatRate: 25, vatAmount: -20 }),
          aPart('Rounding', 0.4),
          aPart('GiftCard', 200),
          aPart('Tip', 5),
          aPart('Deposit', 7),
        ],
        { ...where, how: { providerFee: 15 } },
      ),
    )
    await server.record(paid(of('gift'), [goods(160)], { ...where, how: { transactionType: 'Sale', method: 'GiftCard' } }))
    await server.record(paid(of('refund'), [goods(400)], { ...where, how: { transactionType: 'Credit' } }))
    const invoice = {
      transactionType: 'Invoiced',
      method: 'Invoice',
      invoiceId: 'F-5001',
      paidDate: '2026-01-20T11:00:00.000Z',
    } as const
    const terms = { paymentTermsNet: 14, kidNumber: '0012345678', creditNoteNumber: null }
    await server.record(paid(of('invoiced'), [goods(1000)], { ...where, how: invoice, customerNumber: 'C-7', invoice: terms }))
    await server.build(storeId, '2026-01-15', currency)
    await server.build(storeId, '2026-01-20', currency)
  }
  await server.build('Oslo-01', '2025-12-30')
  await server.close(aZReport())
  return server
}

/** One for both tests: the second one adds to it and changes its configuration. */
const server = await shopMonth()

const january = { postingDateFrom: '2026-01-01', postingDateTo: '2026-01-31' }

async function exported(query: Record<string, string>) {
  return await server.client.send({
    url: '/api/Accounting/Postings/Export',
    query: { accountingCompanyCode: 'NO01', ...january, ...query },
  })
}

/** What the trial balance says of the period: debit minus credit by account. */
async function ledgerSums(accountingCompanyCode: string): Promise<Record<string, string>> {
  const query = { accountingCompanyCode, from: '2026-01-01', to: '2026-01-31' }
  const { body } = await server.client.send({ url: '/api/Accounting/TrialBalance', query })
  return sumsByAccount(
    body.rows.map((row: { accountNumber: string; balance: number }) => ({
      voucher: '',
      account: row.accountNumber,
      amount: new Decimal(row.balance),
    })),
  )
}

/** Every voucher adds up to 0. */
function balanced(entries: readonly FileEntry[]): boolean {
  const sums = new Map<string, Decimal>()
  for (const { voucher, amount } of entries) sums.set(voucher, (sums.get(voucher) ?? new Decimal(0)).add(amount))
  return [...sums.values()].every((sum) => sum.isZero())
}

t.test(
  'given a month of a shop, when it is exported, then each file is valid, sums up to the ledger and is the same again',
  async (t) => {
    const [inNorway, inSweden] = [await ledgerSums('NO01'), await ledgerSums('SE01')]

    const sie = await exported({ format: 'sie4i', accountingCompanyCode: 'SE01' })
    t.match(sie, { status: 200, headers: { 'content-type': /ibm437/, 'replaced-characters': '0' } })
    const { head, entries } = parseSie(sie.bytes)
    t.match(head.slice(0, 7), [
      ['#FLAGGA', '0'],
      ['#PROGRAM', 'open-oms'],
      ['#FORMAT', 'PC8'],
      ['#GEN', '20260120'],
      ['#SIETYP', '4'],
      ['#ORGNR'],
      ['#FNAMN', 'Exempel Handel AB'],
    ])
    t.ok(balanced(entries))
    t.same(sumsByAccount(entries), inSweden)
    t.equal(new Set(entries.map(({ voucher }) => voucher)).size, 2)

    const datev = await exported({ format: 'datev' })
    t.match(datev.headers['content-disposition'], /"EXTF_Buchungsstapel_NO01_20260101_20260131\.csv"/)
    const batch = parseDatev(datev.bytes)
    t.same(batch.head.slice(0, 5), ['"EXTF"', '700', '21', '"Buchungsstapel"', '13'])
    t.same(batch.head.slice(10, 16), ['29098', '55003', '20260101', '4', '20260101', '20260131'])
    t.equal(batch.head.length, 31)
    t.same(sumsByAccount(batch.entries), { ...inNorway, [CLEARING]: '0.00' })

    const gbat10 = await exported({ format: 'tripletex-csv' })
    const withVat = parseGbat10(gbat10.bytes, 'of the file')
    t.ok(balanced(withVat))
    t.same(sumsByAccount(withVat), inNorway)
    const computed = parseGbat10(gbat10.bytes, 'computed')
    t.ok(balanced(computed), 'gross amounts add up without the rows of VAT')
    t.equal(sumsByAccount(computed)['1921'], inNorway['1921'])
    t.notOk('2700' in sumsByAccount(computed))

    const saft = await exported({ format: 'saft' })
    const file = saft.bytes.toString('utf8')
    const schema = await readFile(join(import.meta.dirname, 'testing/saft-subset.xsd'), 'utf8')
    const { valid, errors } = await validateXML({ xml: [{ fileName: 'saft.xml', contents: file }], schema: [schema] })
    t.ok(valid, errors.map(({ rawMessage }) => rawMessage).join('\n'))
    t.ok(balanced(parseSaft(file)))
    t.same(sumsByAccount(parseSaft(file)), inNorway)
    const sales = /<Account>\s*<AccountID>3000<\/AccountID>[\s\S]*?<\/Account>/.exec(file)?.[0] ?? ''
    t.match(sales, /<OpeningDebitBalance>0\.00</, 'income of the former year is closed')
    const card = /<Account>\s*<AccountID>1921<\/AccountID>[\s\S]*?<\/Account>/.exec(file)?.[0] ?? ''
    t.match(card, /<OpeningDebitBalance>500\.00</)
    t.match(card, new RegExp(`<ClosingDebitBalance>${new Decimal(inNorway['1921'] ?? 0).add(500).toFixed(2)}<`))
    t.match(file, /<AccountID>1922<[\s\S]*?<ClosingDebitBalance>100\.00</, 'an account without lines has its balance')
    t.match(file, /<TaxBase>1000\.00<\/TaxBase>\s*<CreditTaxAmount>\s*<Amount>250\.00</)

    for (const [format, first] of [
      ['sie4i', sie],
      ['datev', datev],
      ['tripletex-csv', gbat10],
      ['saft', saft],
    ] as const) {
      const again = await exported({ format, accountingCompanyCode: format === 'sie4i' ? 'SE01' : 'NO01' })
      t.ok(again.bytes.equals(first.bytes), format)
    }
  },
)

t.test(
  'given what a file cannot have, when it is exported, then it is refused with every name, or characters are replaced and counted',
  async (t) => {
    const [norway, sweden] = server.config.charts
    const errors = async (query: Record<string, string>) => (await exported(query)).body
    t.match(await errors({ format: 'saft', storeId: 'Oslo-O1' }), { errors: { storeId: ['is no store of the configuration'] } })
    t.equal((await exported({ format: 'saft', storeId: 'London-01' })).status, 200, 'a store without postings')
    t.match((await exported({ format: 'saft', store: 'Oslo-01' })).headers, { 'ignored-parameters': 'store' })
    const withoutSettings = { datev: { accountingCompanyCode: 'SE01' }, saft: { accountingCompanyCode: 'SE01' } }
    for (const [format, query] of Object.entries(withoutSettings))
      t.match(await errors({ format, ...query }), { error: 'LedgerNotMapped', errors: { [`files.${format}`]: [String] } })
    t.match(await errors({ format: 'datev', postingDateFrom: '2025-12-01' }), { errors: { postingDateTo: [/fiscal year/] } })
    t.match(await exported({ format: 'saft', accountingCompanyCode: 'GB01' }), {
      status: 400,
      body: { errors: { accountingCompanyCode: [/no "files"/] } },
    })
    t.match(await exported({ format: 'saft', currencyCode: 'SEK' }), {
      status: 400,
      body: { errors: { currencyCode: [/NOK/] } },
    })
    t.match(await exported({ format: 'saft', postingDateFrom: '2026-02-01' }), {
      status: 400,
      body: { errors: { postingDateTo: [String] } },
    })
    t.match(await exported({ format: 'xml' }), { status: 400 })

    const ofCompany = { storeId: 'Stockholm-01', accountingCompanyCode: 'SE01', postingDate: '2026-01-17' }
    const text = 'Ødegård "half" price \\ 5 € 😀'
    const swedish = { accountNumber: '3000', description: text }
    await writePosting(server, {
      ...ofCompany,
      currencyCode: 'SEK',
      lines: [aLine(10, swedish), aLine(-10, { accountNumber: '1921' })],
    })
    const replaced = await exported({ format: 'sie4i', accountingCompanyCode: 'SE01' })
    t.equal(replaced.headers['replaced-characters'], '4')
    t.ok(parseSie(replaced.bytes).texts.includes('?degård "half" price ? 5 ? ?'))

    const odd = { vatCode: 'X9', vatRate: 7, vatAmount: new Decimal(1) }
    const lines = [
      aLine(0.1234, { ...odd, accountNumber: '3999', accountName: 'Old' }),
      aLine(-0.1234, { accountNumber: '1921' }),
    ]
    await writePosting(server, { ...ofCompany, currencyCode: 'EUR', lines })
    const refused = await exported({ format: 'sie4i', accountingCompanyCode: 'SE01' })
    t.match(refused, { status: 409, body: { error: 'LedgerNotMapped' } })
    t.same(
      Object.keys(refused.body.errors)
        .map((path) => path.replace(/-.*/, ''))
        .sort(),
      ['accounts.3999', 'amounts.00000000', 'currencies.EUR', 'vatCodes.X9'],
    )
    t.match(await exported({ format: 'sie4i', accountingCompanyCode: 'SE01', currencyCode: 'SEK' }), { status: 200 })

    for (const account of norway?.accounts ?? []) if (account.accountNumber === '2700') account.groupingCode = null
    for (const account of norway?.accounts ?? []) if (account.accountNumber === '1921') account.externalNumber = 'card'
    t.match(await errors({ format: 'saft' }), { errors: { 'accounts.2700': ['(Output VAT 25 %) has no groupingCode'] } })
    for (const format of ['datev', 'tripletex-csv'])
      t.match(await errors({ format }), { errors: { 'accounts.card': [/Card payments/] } }, format)
    if (sweden) sweden.files = null
    t.match(await exported({ format: 'sie4i', accountingCompanyCode: 'SE01' }), { status: 400 })
  },
)
