import { type Account, type Chart, findChart } from '@open-oms/contracts/config/chart-of-accounts'
import t from 'tap'
import { anAccount } from '../../../testing/sample-postings.ts'
import { type AccountQuery, describeQuery, findAccount } from './account-lookup.ts'

function account(fields: Partial<Account>): Account {
  return anAccount('Sales', '3000', { name: 'Sales', ...fields })
}

const chart = (...accounts: Account[]): Chart => ({ companyCode: 'NO01', storeId: null, accounts, files: null })
const query = (fields: Partial<AccountQuery> = {}): AccountQuery => ({
  category: 'Sales',
  currencyCode: 'NOK',
  taxGroupCode: 'food',
  vatRate: 15,
  method: null,
  ...fields,
})

t.test('given several accounts, when one is looked up, then tax group comes before discriminator before neither', async (t) => {
  const plain = account({ accountNumber: '1' })
  const byRate = account({ accountNumber: '2', discriminator: '15' })
  const byGroup = account({ accountNumber: '3', taxGroupCode: 'food' })
  const byBoth = account({ accountNumber: '4', taxGroupCode: 'food', discriminator: '15' })
  t.equal(findAccount(chart(plain, byRate, byGroup, byBoth), query()), byBoth)
  t.equal(findAccount(chart(plain, byRate, byGroup), query()), byGroup)
  t.equal(findAccount(chart(plain, byRate), query()), byRate)
  t.equal(findAccount(chart(plain), query()), plain)
  t.equal(findAccount(chart(), query()), undefined)
})

t.test('given an account that names something else, when one is looked up, then it does not match', async (t) => {
  for (const other of [
    account({ discriminator: '25' }),
    account({ discriminator: 'reduced' }),
    account({ taxGroupCode: 'books' }),
    account({ currencyCode: 'SEK' }),
    account({ category: 'OutputVat' }),
    account({ active: false }),
  ]) {
    t.equal(findAccount(chart(other), query()), undefined)
  }
  t.equal(findAccount(chart(account({ discriminator: '0' })), query({ vatRate: null })), undefined, 'no rate is not rate 0')
  t.equal(findAccount(chart(account({ category: 'Shipping', discriminator: '15' })), query({ category: 'Shipping' })), undefined)
})

t.test(
  'given a discriminator, when an account is looked up, then rates are compared as numbers and methods as names',
  async (t) => {
    const rate = account({ discriminator: '15.00' })
    t.equal(findAccount(chart(rate), query()), rate)
    const card = account({ category: 'PaymentMethod', discriminator: 'Card' })
    const any = account({ category: 'PaymentMethod' })
    t.equal(findAccount(chart(any, card), query({ category: 'PaymentMethod', method: 'Card' })), card)
    t.equal(findAccount(chart(any, card), query({ category: 'PaymentMethod', method: 'Vipps' })), any)
  },
)

t.test('given equal matches, when an account is looked up, then the one with the currency comes first', async (t) => {
  const first = account({ accountNumber: '1' })
  const second = account({ accountNumber: '2' })
  const inCurrency = account({ accountNumber: '3', currencyCode: 'NOK' })
  t.equal(findAccount(chart(first, second), query()), first)
  t.equal(findAccount(chart(first, second, inCurrency), query()), inCurrency)
})

t.test("given a store's own chart, when its chart is looked up, then that of its company is not used", async (t) => {
  const ofCompany = chart(account({}))
  const ofStore: Chart = { ...chart(), storeId: 'Oslo-01' }
  const foreign: Chart = { ...chart(), companyCode: 'SE01' }
  const charts = [foreign, ofCompany, ofStore]
  t.equal(findChart({ id: 'Oslo-01', accountingCompanyCode: 'NO01' }, charts), ofStore)
  t.equal(findChart({ id: 'Bergen-01', accountingCompanyCode: 'NO01' }, charts), ofCompany)
  t.equal(findChart({ id: 'Bergen-01', accountingCompanyCode: 'GB01' }, charts), undefined)
  t.equal(findChart({ id: 'Bergen-01', accountingCompanyCode: null }, charts), undefined)
})

t.test('given a query without an account, when it is described, then the text names what was looked for', async (t) => {
  t.equal(describeQuery(query()), 'Sales (currency NOK, tax group food, VAT rate 15)')
  t.equal(
    describeQuery(query({ category: 'PaymentMethod', taxGroupCode: null, method: 'Card' })),
    'PaymentMethod (currency NOK, method Card)',
  )
})
