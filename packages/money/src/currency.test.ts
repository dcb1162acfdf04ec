import t from 'tap'
import { currencyExponent, isCurrency } from './currency.ts'

t.test('given currencies whose minor unit is no hundredth, when exponents are read, then ISO 4217 has them so', async (t) => {
  const expected = {
    NOK: 2,
    SEK: 2,
    EUR: 2,
    GBP: 2,
    USD: 2,
    JPY: 0,
    ISK: 0,
    KRW: 0,
    VND: 0,
    CLP: 0,
    KWD: 3,
    BHD: 3,
    TND: 3,
    CLF: 4,
    UYW: 4,
    UYU: 2,
  }
  for (const [code, exponent] of Object.entries(expected)) t.equal(currencyExponent(code), exponent, code)
})

t.test('given every other currency, when its exponent is read, then it is that of the platform', async (t) => {
  // CLDR leaves out minor units that nobody pays with any more; ISO 4217, which decides here, still
  // has them.
  const withoutCoins = 'AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR SLL SOS SYP YER'.split(' ')
  const digits = (code: string) =>
    new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits
  const others = Intl.supportedValuesOf('currency').filter((code) => !withoutCoins.includes(code))
  t.ok(others.length > 100)
  t.strictSame(
    others.filter((code) => digits(code) !== currencyExponent(code)),
    [],
  )
})

t.test('given a code in any letter case or unknown, when its exponent is read, then an unknown one has two digits', async (t) => {
  t.equal(currencyExponent('jpy'), 0)
  t.equal(currencyExponent('XXX'), 2)
  t.equal(currencyExponent(''), 2)
})

t.test('given a currency code, when it is checked, then only codes of ISO 4217 in upper case are known', async (t) => {
  for (const code of ['NOK', 'EUR', 'JPY', 'KWD', 'CLF', 'UYW', 'VED', 'CHE', 'XAF']) t.ok(isCurrency(code), code)
  for (const code of ['nok', 'ZZZ', 'XXX', 'NO', 'NOKK', '', '123']) t.notOk(isCurrency(code), code)
})
