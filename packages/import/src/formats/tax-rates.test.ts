import { Decimal } from '@open-oms/money/decimal'
import t from 'tap'
import { rateInName, type StatedTax, type TaxedPart, taxRates } from './tax-rates.ts'

const part = (amount: number, taxable: TaxedPart['taxable'] = 'all'): TaxedPart => ({ amount: new Decimal(amount), taxable })
const tax = (value: number, ...rates: number[]): StatedTax => ({ name: '', value: new Decimal(value), rates })
const accounts = [12, 15, 25]
const rates = (parts: readonly TaxedPart[], taxes: readonly StatedTax[], includesTax = true) =>
  taxRates({ parts, taxes, includesTax, exponent: 2 })

t.test('given names of taxes, when their rates are read, then only a number and % at the end is one', async (t) => {
  const names = { 'MVA 25%': 25, 'Moms 12,5 %': 12.5, 'GST (5%)': 5, '25% VAT': null, VAT: null, '25': null }
  for (const [name, rate] of Object.entries(names)) t.equal(rateInName(name), rate, name)
})

t.test(
  'given a tax that is rounded, when its rate is found, then it is that of the accounts and not of the amounts',
  async (t) => {
    t.same(rates([part(19.99)], [tax(4, ...accounts)]), [25])
    t.same(rates([part(9.99)], [tax(2, ...accounts)]), [25])
    t.same(rates([part(9.99), part(9.99), part(9.99)], [tax(6, ...accounts)]), [25, 25, 25], 'rounded for each line')
    t.same(rates([part(100), part(49, 'maybe')], [tax(29.8, 25)]), [25, 25])
    t.same(rates([part(100), part(49, 'maybe')], [tax(20, 25)]), [25, 0], 'shipping without tax')
    t.same(rates([part(100), part(50, 'none')], [tax(20, 25)]), [25, 0])
    t.same(rates([part(100), part(60)], [tax(20, 25)]), [25, 0], 'a taxable line that was exempt')
    t.same(rates([part(0), part(100)], [tax(20, 25)]), [25, 25])
    t.same(rates([part(100)], []), [0])
  },
)

t.test('given several taxes, when rates are found, then lines have one each, or all have all of them', async (t) => {
  t.same(rates([part(100), part(115)], [tax(20, 25), tax(15, 15)]), [25, 15])
  t.same(rates([part(100), part(115)], [tax(20, ...accounts), tax(15, ...accounts)]), [25, 15])
  t.same(rates([part(100), part(30)], [tax(9.43, 7.25), tax(2.93, 2.25)], false), [9.5, 9.5])
})

t.test('given taxes that fit no rate or more than one way, when rates are found, then they are refused', async (t) => {
  t.match(rates([part(100)], [tax(18, ...accounts)]), { reason: /no rate gives tax 18/ })
  t.match(rates([part(0.1)], [tax(0.01, ...accounts)]), { reason: /more than one way/ })
  t.match(rates([part(100), part(100)], [tax(20, 25), tax(13.04, 15)]), { reason: /more than one way/ })
  t.match(rates([part(100)], [tax(20)]), { reason: /no rate in its name/ })
  const many = Array.from({ length: 60 }, (_, index) => part(10 + index))
  t.match(rates(many, [tax(100, 25), tax(50, 15)]), { reason: /cannot be taken over/ }, 'the search ends')
})
