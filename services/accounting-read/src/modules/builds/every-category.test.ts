import { join } from 'node:path'
import { ledgerLineCategories } from '@open-oms/contracts/accounting/ledger-line'
import { tenantConfigChecks, tenantConfigFiles } from '@open-oms/contracts/config/tenant-config'
import { loadTenantConfig } from '@open-oms/service-kit/config/load-tenant-config'
import t from 'tap'
import { accountingConfigNames } from '../../deps.ts'
import { aPayment, aZReport } from '../../testing/accounting-fixture.ts'
import { type AccountingServer, accountingServer } from '../../testing/accounting-server.ts'
import { anAccount, aPart, tillAccounts, transferAccounts } from '../../testing/sample-postings.ts'

type Part = ReturnType<typeof aPart>
const grossTotal = (breakdown: readonly Part[]) => breakdown.reduce((sum, { net, vatAmount }) => sum + net + vatAmount, 0)
type Fields = Parameters<typeof aPayment>[0] & { how?: Parameters<typeof aPayment>[1] }
const paidFor = (orderId: string, breakdown: Part[], { how, ...fields }: Fields = {}) =>
  aPayment({ orderId, breakdown, ...fields }, { amount: grossTotal(breakdown), ...how })
const goods = (net: number, more: Partial<Part> = {}) => aPart('Sales', net, { vatRate: 25, vatAmount: net / 4, ...more })

async function searchLineRows({ search }: AccountingServer, body: object) {
  const { result } = (await search('LedgerLines', body)).body
  return result.map((line: Record<string, unknown>) =>
    [line.category, line.accountNumber, line.storeId, line.debit, line.credit].join(' '),
  )
}

t.test(
  'given the sample tenant, when payments of every kind are booked, then every category of ledger.md#ledger-line-fields has lines',
  async (t) => {
    const server = await accountingServer(t)
    const sample = await loadTenantConfig({
      directory: join(import.meta.dirname, '../../../../../config'),
      files: tenantConfigFiles,
      checks: tenantConfigChecks,
      names: accountingConfigNames,
    })
    Object.assign(server.config, sample)
    const transfers = [{ lineItemId: '1', shipmentId: '1', warehouseCode: 'Bergen-01', cost: 60 }]
    await server.record(
      paidFor(
        'web',
        [
          goods(100),
          aPart('Shipping', 40, { vatRate: 25, vatAmount: 10 }),
          aPart('Tip', 5),
          aPart('GiftCard', 200),
          aPart('Deposit', 7),
          aPart('Rounding', 0.4),
        ],
        { transfers, how: { providerFee: 3.5 } },
      ),
    )
    await server.record(
      paidFor('invoiced', [goods(80)], { how: { transactionType: 'Invoiced', method: 'Invoice', invoiceId: 'F-1' } }),
    )
    await server.record(paidFor('refunded', [goods(40)], { how: { transactionType: 'Credit' } }))
    await server.record(paidFor('rented', [goods(60, { isRental: true })]))
    await server.record(paidFor('off', [goods(10)], { how: { amount: 20 } }))
    await server.record(
      paidFor('swedish', [goods(100), aPart('Discount', -20, { vatRate: 25, vatAmount: -5 })], {
        storeId: 'Stockholm-01',
        currency: 'SEK',
      }),
    )
    await server.close(aZReport())
    await server.build('Oslo-01', '2026-01-15')
    await server.build('Stockholm-01', '2026-01-15', 'SEK')
    const { result } = (await server.search('LedgerLines', { take: 1000 })).body
    const reached = new Set(result.map(({ category }: { category: string }) => category))
    t.same([...reached].sort(), [...ledgerLineCategories].sort())
    t.equal(reached.size, 18)
    const others = await searchLineRows(server, { category: 'Other' })
    t.same(others, ['Other 9999 Oslo-01 0 7.5'], 'the filter Other leaves rental sales out')
    t.ok(
      result.some(
        (line: { accountNumber: string; category: string }) => line.accountNumber === '3600' && line.category === 'Other',
      ),
    )
  },
)

t.test(
  'given a provider fee, when the payment is booked, then it is an expense that reduces the claim; a returned fee reverses that',
  async (t) => {
    const server = await accountingServer(t)
    await server.record(aPayment({ orderId: 'sale' }, { providerFee: 2.5 }))
    await server.record(aPayment({ orderId: 'more' }, { providerFee: 1 }))
    await server.record(aPayment({ orderId: 'refund' }, { providerFee: 0.75, transactionType: 'Credit', method: 'Vipps' }))
    await server.record(aPayment({ orderId: 'none' }, { providerFee: 0 }))
    await server.build('Oslo-01', '2026-01-15')
    t.same((await searchLineRows(server, {})).slice(0, 6), [
      'PaymentMethod 1500 Oslo-01 375 0',
      'PaymentMethod 1500 Oslo-01 0 3.5',
      'RefundPaymentMethod 1590 Oslo-01 0 125',
      'RefundPaymentMethod 1590 Oslo-01 0 0.75',
      'PaymentProviderFee 7770 Oslo-01 3.5 0',
      'PaymentProviderFee 7770 Oslo-01 0.75 0',
    ])
    await server.record(aPayment({ orderId: 'back', storeId: 'Bergen-01' }, { providerFee: -2 }))
    await server.build('Bergen-01', '2026-01-15')
    t.same(await searchLineRows(server, { storeId: 'Bergen-01', category: 'PaymentProviderFee' }), [
      'PaymentProviderFee 7770 Bergen-01 0 2',
    ])
  },
)

t.test(
  'given goods from another store of the company, when they are booked, then their cost is transferred between the codes',
  async (t) => {
    const server = await accountingServer(t)
    for (const store of server.config.stores) store.accountingDimensionCode = store.id === 'Bergen-01' ? 'D-20' : null
    const from = (warehouseCode: string, cost: number) => ({ lineItemId: '1', shipmentId: '1', warehouseCode, cost })
    const transfers = [from('Bergen-01', 60), from('Bergen-01', 5.5), from('Tokyo-01', 9), from('Central', 8), from('Oslo-01', 7)]
    await server.record(aPayment({ transfers }))
    const before = await server.build('Oslo-01', '2026-01-15')
    t.equal((await searchLineRows(server, {})).length, 3, 'the chart has no accounts for it')
    server.config.charts[0]?.accounts.push(transferAccounts[0])
    t.equal(await server.build('Oslo-01', '2026-01-15'), before, 'nor both')
    server.config.charts[0]?.accounts.push(transferAccounts[1])
    const posting = await server.build('Oslo-01', '2026-01-15')
    t.same((await searchLineRows(server, {})).slice(3), [
      'InternalTransferOut 4310 D-20 0 65.5',
      'InternalTransferIn 4320 Oslo-01 65.5 0',
    ])
    t.match((await server.client.send({ url: `/api/Accounting/Postings/${posting}` })).body, { storeIds: ['Oslo-01'] })
  },
)

t.test(
  "given a store's own chart, when a payment is booked, then it is used, with active accounts of the currency first",
  async (t) => {
    const server = await accountingServer(t)
    const [company] = server.config.charts
    if (company === undefined) throw new Error('the fixture has charts')
    company.accounts.push(anAccount('PaymentMethod', '1599', { discriminator: 'Card', currencyCode: 'SEK' }))
    company.accounts.push(anAccount('Sales', '3999', { discriminator: '25', currencyCode: 'SEK', active: false }))
    const own = company.accounts
      .filter(({ category }) => category !== 'OutputVat')
      .map((account) => ({ ...account, accountNumber: `9${account.accountNumber}` }))
    server.config.charts.push({ companyCode: 'NO01', storeId: 'Bergen-01', accounts: own, files: null })
    await server.record(aPayment({ orderId: 'oslo', currency: 'SEK' }))
    await server.record(aPayment({ orderId: 'bergen', storeId: 'Bergen-01', breakdown: [aPart('Sales', 125, { vatRate: 0 })] }))
    await server.record(aPayment({ orderId: 'taxed', storeId: 'Bergen-01' }, { paidDate: '2026-01-16T11:00:00.000Z' }))
    await server.build('Oslo-01', '2026-01-15', 'SEK')
    await server.build('Bergen-01', '2026-01-15')
    t.same(await searchLineRows(server, { storeId: 'Oslo-01' }), [
      'PaymentMethod 1599 Oslo-01 125 0',
      'Sales 3000 Oslo-01 0 100',
      'OutputVat 2700 Oslo-01 0 25',
    ])
    t.same(await searchLineRows(server, { storeId: 'Bergen-01' }), [
      'PaymentMethod 91500 Bergen-01 125 0',
      'Sales 93020 Bergen-01 0 125',
    ])
    await t.rejects(server.build('Bergen-01', '2026-01-16'), { message: /draft/ }, "the company's accounts do not help out")
  },
)

t.test('given a currency without decimals, when web and till sales are booked, then amounts have no decimals', async (t) => {
  const server = await accountingServer(t)
  server.config.charts[1]?.accounts.push(...tillAccounts, anAccount('Sales', '3005', '10'), anAccount('OutputVat', '2705', '10'))
  const breakdown = [aPart('Sales', 909, { vatRate: 10, vatAmount: 91 })]
  await server.record(paidFor('web', breakdown, { storeId: 'Tokyo-01', currency: 'JPY' }))
  await server.build('Tokyo-01', '2026-01-15', 'JPY')
  const vatGroups = [{ vatValue: 10, amount: 1000, count: 3 }]
  const drawer = { cashIn: 0, cashOut: 0, cashCounted: 997, cashExpected: 1000, cashDiff: -3, cashBank: 0, cashFloat: 0 }
  const figures = {
    vatGroups,
    vatGroupRefunds: [],
    payments: [{ name: 'Card', amount: 1000, count: 3 }],
    paymentRefunds: [],
    cashManagement: drawer,
  }
  await server.close(aZReport({ storeId: 'Tokyo-01', currencyCode: 'JPY', ...figures }))
  const rows = await searchLineRows(server, { storeId: 'Tokyo-01', currencyCode: 'JPY', category: 'OutputVat' })
  t.same(rows, ['OutputVat 2705 Tokyo-01 0 91', 'OutputVat 2705 Tokyo-01 0 91'])
  t.ok((await searchLineRows(server, { storeId: 'Tokyo-01' })).every((row: string) => !row.includes('.')))
})
