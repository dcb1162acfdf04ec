import { Value } from '@sinclair/typebox/value'
import t from 'tap'
import { findApiClientStoreProblems } from './access/api-clients.ts'
import { Account, Chart, findChartProblems, findChartStoreProblems, findChartTaxGroupProblems } from './chart-of-accounts.ts'
import { findAccountingSettingProblems } from './checks/setting-problems.ts'
import { TimeZone } from './config-file.ts'
import { Connector, findConnectorProblems, findPaymentConnectorProblems, findSubscriptionProblems } from './connectors.ts'
import { findMarketProblems, Market } from './markets.ts'
import {
  findNumberSequenceProblems,
  findSequenceStoreProblems,
  formatSequenceNumber,
  type NumberSequence,
  sequenceFor,
} from './number-sequences.ts'
import { findPaymentMethodMarketProblems } from './payment-methods.ts'
import { settingsFile } from './settings.ts'
import { findStoreMarketProblems, findStoreProblems } from './stores.ts'
import { findTaxGroupProblems, TaxGroup, taxGroupOn } from './tax-groups.ts'

const account = (given: object) => Value.Default(Account, { accountNumber: '3000', name: 'Sales', category: 'Sales', ...given })
const chart = (accounts: unknown[], given: object = {}) =>
  Value.Default(Chart, { companyCode: 'NO01', accounts, ...given }) as Chart
const group = (given: object) => Value.Default(TaxGroup, { code: 'NO-25', name: 'Standard', rate: 25, ...given }) as TaxGroup
const connector = (given: object) =>
  Value.Default(Connector, { id: 'a', name: 'a', kind: 'payment', type: 'manual', ...given }) as Connector
const sequence = (name: string, prefix: string, fields: Partial<NumberSequence> = {}): NumberSequence => ({
  ...{ name, prefix, digits: 1, start: 1, accountingCompanyCodes: [], ...fields },
})
const connectors = (...list: Connector[]) => ({
  connectors: list,
  webhookSubscriptions: [],
  privateWebhookHosts: [],
  validationHooks: [],
})

t.test('given markets, when they are checked, then their ids are unique and exactly one is the default', async (t) => {
  const market = { id: 'NOR', isDefault: true }
  t.same(findMarketProblems([market] as never), [])
  t.match(findMarketProblems([market, { id: 'nor', isDefault: true }] as never), [{ path: 'markets[1].id' }, { path: 'markets' }])
  t.match(findMarketProblems([{ id: 'NOR', isDefault: false }] as never), [{ path: 'markets', reason: /0 have it/ }])
})

t.test('given stores, when they are checked, then ids are unique, markets exist and each warehouse is named once', async (t) => {
  const stores = [
    { id: 'A', marketId: 'NOR', warehouses: ['x', 'x'] },
    { id: 'A', marketId: 'MARS', warehouses: ['x'] },
  ] as never
  t.match(findStoreProblems(stores), [{ path: 'stores[1].id' }, { path: 'stores[0].warehouses[1]' }])
  t.match(findStoreMarketProblems(stores, [{ id: 'NOR' }] as never), [
    { file: 'stores.json', path: 'stores[1].marketId', reason: '"MARS" is not the name of a market' },
  ])
})

t.test('given number sequences, when they are checked, then their texts cannot be equal and required ones exist', async (t) => {
  const sequences = [sequence('web', 'O-', { digits: 6 }), sequence('shop', 'o-', { digits: 6 }), sequence('rma', 'RMA-')]
  t.match(findNumberSequenceProblems(sequences), [
    { path: 'numberSequences[1].prefix' },
    { path: 'numberSequences', reason: 'a sequence named "creditNote" is needed' },
  ])
  t.equal(formatSequenceNumber(sequences[0] as never, 42), 'O-000042')
  t.equal(formatSequenceNumber(sequences[0] as never, 12_345_678), 'O-12345678')
})

t.test('given sequences of companies, when they are checked, then each company of stores has one for every name', async (t) => {
  const of = (...accountingCompanyCodes: string[]) => ({ accountingCompanyCodes })
  const rma = [sequence('rma', 'RN-', of('NO01')), sequence('rma', 'RS-', of('SE01'))]
  const notes = [sequence('creditNote', 'CN-'), sequence('creditNote', 'CS-', of('SE01', 'DK01'))]
  const stores = ['NO01', 'SE01', 'DK01'].map((accountingCompanyCode) => ({
    id: `of-${accountingCompanyCode}`,
    accountingCompanyCode,
  }))
  const problems = (sequences: NumberSequence[], list: object[] = stores) =>
    findSequenceStoreProblems(sequences, list as never, [{ orderNumberType: 'creditNote' }])
  t.strictSame(findNumberSequenceProblems([...rma, ...notes]), [])
  t.strictSame(
    problems([...rma, ...notes], stores.slice(0, 2)).map(({ path }) => path),
    ['numberSequences[3].accountingCompanyCodes[1]'],
  )
  t.match(problems([...rma, ...notes]), [
    {
      file: 'number-sequences.json',
      path: 'numberSequences',
      reason: 'no sequence "rma" is for store "of-DK01", company "DK01"',
    },
  ])
  t.strictSame(problems([...rma, sequence('rma', 'R-'), ...notes]), [])
  const without = [{ id: 'X', accountingCompanyCode: null }]
  t.match(problems([sequence('rma', 'RN-', of('NO01')), ...notes], [...stores, ...without]).at(-1), {
    reason: /no sequence "rma" is for store "of-SE01"/,
  })
  const shared = [...rma, ...notes, sequence('creditNote', 'X-', of('DK01')), sequence('CREDITNOTE', 'Y-')]
  t.strictSame(
    findNumberSequenceProblems(shared).map(({ path }) => path),
    ['numberSequences[5].name', 'numberSequences[4].accountingCompanyCodes[0]'],
  )
  t.equal(sequenceFor(notes, { name: 'creditNote', companyCode: 'SE01' })?.prefix, 'CS-')
  t.equal(sequenceFor(notes, { name: 'creditNote', companyCode: null })?.prefix, 'CN-')
  t.equal(sequenceFor(rma, { name: 'rma', companyCode: 'DK01' }), undefined)
})

t.test('given tax groups of one code, when their periods are checked, then both ends count and no two overlap', async (t) => {
  const groups = [group({ validTo: '2026-06-30' }), group({ rate: 20, validFrom: '2026-07-01' })]
  t.same(findTaxGroupProblems(groups), [])
  t.equal(taxGroupOn(groups, 'NO-25', '2026-06-30')?.rate, 25)
  t.equal(taxGroupOn(groups, 'NO-25', '2026-07-01')?.rate, 20)
  t.equal(taxGroupOn(groups, 'NO-12', '2026-07-01'), undefined)
  t.match(findTaxGroupProblems([group({ validTo: '2026-06-30' }), group({ validFrom: '2026-06-30' })]), [
    { path: 'taxGroups[1].code' },
  ])
  t.match(findTaxGroupProblems([group({ validFrom: '2026-02-01', validTo: '2026-01-31' })]), [{ path: 'taxGroups[0].validTo' }])
})

t.test('given a chart of accounts, when it is checked, then no two active entries match the same lines', async (t) => {
  const rivals = chart([account({ discriminator: '25' }), account({ accountNumber: '3001', discriminator: '25' })])
  const apart = chart([
    account({ discriminator: '25' }),
    account({ discriminator: '15' }),
    account({ discriminator: '25', active: false }),
  ])
  t.match(findChartProblems([rivals]), [{ path: 'charts[0].accounts[1]', reason: /charts\[0\]\.accounts\[0\]/ }])
  t.same(findChartProblems([apart]), [])
  t.match(findChartProblems([apart, apart]), [{ path: 'charts[1]' }])
})

t.test('given what files say of a company, when it is checked, then it is in its own chart and says one thing', async (t) => {
  const vatCodes = [{ vatCode: '3', vatRate: 25 }]
  const files = { companyName: 'A', organizationNumber: '1', country: 'NO', currencyCode: 'NOK', vatCodes }
  const accounts = [account({ externalNumber: '3001' }), account({ category: 'Shipping', externalNumber: '3002' })]
  t.same(findChartProblems([chart(accounts.slice(1), { files })]), [])
  const twice = { ...files, vatCodes: [...vatCodes, ...vatCodes] }
  t.match(findChartProblems([chart(accounts, { storeId: 'Oslo', files: twice })]), [
    { path: 'charts[0].files' },
    { path: 'charts[0].accounts[1].externalNumber', reason: /another entry of account "3000"/ },
    { path: 'charts[0].files.vatCodes[1].vatCode' },
  ])
})

t.test('given charts of accounts, when they are checked, then their stores, companies and tax groups exist', async (t) => {
  const stores = [
    { id: 'Oslo', accountingCompanyCode: 'NO01' },
    { id: 'Paris', accountingCompanyCode: 'FR01' },
    { id: 'Kiosk', accountingCompanyCode: null },
  ] as never
  const charts = [
    chart([account({ taxGroupCode: 'XX' })]),
    chart([account({})], { storeId: 'Paris' }),
    chart([account({})], { storeId: 'Gone' }),
  ]
  t.match(findChartStoreProblems(charts, stores), [
    { file: 'chart-of-accounts.json', path: 'charts[1].storeId' },
    { file: 'chart-of-accounts.json', path: 'charts[2].storeId' },
  ])
  t.match(findChartStoreProblems([chart([account({})])], stores), [
    {
      file: 'stores.json',
      path: 'stores[1].accountingCompanyCode',
      reason: '"FR01" is not the name of a company with a chart of accounts',
    },
  ])
  t.match(findChartTaxGroupProblems(charts, [group({})]), [{ path: 'charts[0].accounts[0].taxGroupCode' }])
})

t.test('given a suspense account, when settings are checked, then every chart must have it', async (t) => {
  const settings = settingsFile.read(
    Value.Default(settingsFile.schema, { accounting: { suspenseAccountNumber: '9999' } }) as never,
  )
  t.match(
    findAccountingSettingProblems(settings, [
      chart([account({ accountNumber: '9999', category: 'Other' })]),
      chart([account({})]),
    ]),
    [
      {
        file: 'settings.json',
        path: 'accounting.suspenseAccountNumber',
        reason: 'the chart of company "NO01" has no account "9999"',
      },
    ],
  )
})

t.test('given empty settings, when they are read, then they have the documented defaults', async (t) => {
  const settings = settingsFile.read(Value.Default(settingsFile.schema, {}) as never)
  t.equal(Value.Check(settingsFile.schema, settings), true)
  t.match(settings, {
    orderLock: false,
    rejectStaleVersions: false,
    recalculateOnImport: true,
    search: { facetBudgetMs: 500, exactTotalMax: 10_000, scrollBatchSize: 1000 },
    carts: { expireAfterDays: 30 },
    packages: { autoBreakdown: true, allocatePricesToComponents: false },
    accounting: { cutOffHour: 2, balanceTolerance: 0.005, roundToWholeUnits: false },
    rateLimit: { bucketSize: 12_000, refillAmount: 1_000, refillIntervalMs: 10_000, concurrentMax: 40 },
  })
})

t.test('given connectors, when they are checked, then each has a type of its kind and one source of its address', async (t) => {
  t.same(findConnectorProblems(connectors(connector({}))), [])
  t.match(findConnectorProblems(connectors(connector({ type: 'smtp', urlVariable: 'SMTP_URL' }))), [
    { path: 'connectors[0].type' },
  ])
  t.match(findConnectorProblems(connectors(connector({ type: 'http' }))), [{ path: 'connectors[0].url', reason: /is needed/ }])
  t.match(findConnectorProblems(connectors(connector({ type: 'http', url: 'https://a.example', urlVariable: 'URL' }))), [
    { path: 'connectors[0].url', reason: /exclude/ },
  ])
  t.match(findConnectorProblems(connectors(connector({}), connector({}))), [
    { path: 'connectors[1].id' },
    { path: 'connectors[1].name' },
  ])
  const secrets = { type: 'http', url: 'https://a.example', previousSecretVariable: 'OLD' }
  t.same(findConnectorProblems(connectors(connector({ ...secrets, secretVariable: 'NEW' }))), [])
  t.match(findConnectorProblems(connectors(connector({ ...secrets, secretVariable: 'OLD' }))), [
    { path: 'connectors[0].previousSecretVariable', reason: /another variable/ },
  ])
  t.match(findConnectorProblems(connectors(connector({ ...secrets, secretVariable: null }))), [
    { path: 'connectors[0].previousSecretVariable', reason: /needs secretVariable/ },
  ])
})

t.test('given language tags of two and three letters, when a market has them, then they are valid', async (t) => {
  const market = { id: 'M', name: 'M', currency: 'NOK', taxRate: 25, country: 'NO', isDefault: true }
  const isValid = (language: string) => Value.Check(Market, { ...market, language })
  for (const language of ['nb', 'de-AT', 'zh-Hant', 'ckb', 'ckb-IQ', 'nqo', 'zgh', 'fil'])
    t.equal(isValid(language), true, language)
  for (const language of ['n', 'xxy', 'norsk', 'NB', 'ckb-', '']) t.equal(isValid(language), false, language)
})

t.test('given an address with credentials, then it is refused: secrets are in the environment', async (t) => {
  t.equal(Value.Check(Connector, connector({ type: 'http', url: 'https://pay.example/v1' })), true)
  t.equal(Value.Check(Connector, connector({ type: 'http', url: 'https://key:secret@pay.example/v1' })), false)
  t.equal(Value.Check(Connector, connector({ secretVariable: 'hunter2!' })), false)
})

t.test('given a payment method, when its connector is of another kind, then it is a problem', async (t) => {
  const shipping = connectors(connector({ kind: 'shipping', name: 'manual' }))
  t.match(findPaymentConnectorProblems([{ connector: 'manual' }] as never, shipping), [
    { file: 'payment-methods.json', path: 'paymentMethods[0].connector' },
  ])
})

t.test('given a time zone, when it is checked, then only one that the platform knows is accepted', async (t) => {
  t.equal(Value.Check(TimeZone(''), 'Europe/Oslo'), true)
  t.equal(Value.Check(TimeZone(''), 'Europe/Atlantis'), false)
  t.equal(Value.Check(TimeZone(''), '+01:00'), false)
})

t.test('given clients, payment methods and subscriptions, when they are checked, then stores and markets exist', async (t) => {
  const stores = [{ id: 'Oslo-01' }] as never
  const markets = [{ id: 'NOR' }] as never
  t.match(findApiClientStoreProblems([{ storeIds: ['Oslo-01', 'Moon-01'] }] as never, stores), [
    { path: 'apiClients[0].storeIds[1]' },
  ])
  t.match(findPaymentMethodMarketProblems([{ markets: ['XXX'] }] as never, markets), [{ path: 'paymentMethods[0].markets[0]' }])
  const subscribed = { connectors: [], webhookSubscriptions: [{ stores: ['Moon-01'], markets: ['NOR', 'XXX'] }] } as never
  t.match(findSubscriptionProblems(subscribed, stores, markets), [
    { file: 'connectors.json', path: 'webhookSubscriptions[0].stores[0]' },
    { file: 'connectors.json', path: 'webhookSubscriptions[0].markets[1]' },
  ])
})
