import { languageForTag, languages } from '@open-oms/contracts/language'
import { toMinor } from '@open-oms/money/minor'
import t from 'tap'
import { documentFormat, documentLocale } from './document-format.ts'
import { documentWords } from './document-words.ts'

const format = (language: string, country: string, more: { currency?: string; exponent?: number; timeZone?: string } = {}) =>
  documentFormat({ market: { language, country }, currency: 'NOK', exponent: 2, timeZone: 'Europe/Oslo', ...more })
/** Replaces no-break spaces and minus signs by plain ones. */
const plain = (text: string) => text.replace(/\s/g, ' ').replace('−', '-')

t.test('when amounts are formatted, then they are in the language and country of the market', async (t) => {
  const amount = toMinor(1234.5, 2)
  const written = [
    ['en', 'GB', '1,234.50'],
    ['nb', 'NO', '1 234,50'],
    ['sv', 'SE', '1 234,50'],
    ['da', 'DK', '1.234,50'],
    ['fi', 'FI', '1 234,50'],
    ['de', 'DE', '1.234,50'],
    ['fr', 'GB', '1,234.50'],
  ] as const
  for (const [language, country, expected] of written)
    t.equal(plain(format(language, country).amount(amount)), expected, language)
  t.equal(plain(format('nb', 'NO').amount(toMinor(-1234.5, 2))), '-1 234,50')
})

t.test('when money is formatted, then it is in the currency of the order with its decimals', async (t) => {
  const money = (currency: string, exponent: number, amount: number) =>
    plain(format('en', 'GB', { currency, exponent }).money(toMinor(amount, exponent)))
  t.equal(money('GBP', 2, 1234.5), '£1,234.50')
  t.equal(money('JPY', 0, 1234), 'JP¥1,234')
  t.equal(money('KWD', 3, 1.25), 'KWD 1.250')
  t.equal(money('CLF', 4, 1.25), 'CLF 1.2500')
  t.equal(money('HUF', 2, 10), 'HUF 10.00', 'the decimals are those that amounts have, not those that are paid in coins')
  t.equal(money('coins', 2, 10), '10.00 coins', 'an unknown currency is named')
  t.equal(money('GBP', 2, 999_999_999_999.99), '£999,999,999,999.99', 'the largest amount is exact')
})

t.test('when numbers are formatted, then unit prices have up to four decimals, quantities three, rates all', async (t) => {
  const { unitPrice, quantity, percent } = format('en', 'GB')
  t.same([unitPrice(0.0125), unitPrice(10), unitPrice(9.999)], ['0.0125', '10.00', '9.999'])
  t.same([quantity(2), quantity(0.125), quantity(1234.5)], ['2', '0.125', '1,234.5'])
  t.same([percent(25), percent(8.1), percent(0), percent(12.3456)], ['25%', '8.1%', '0%', '12.3456%'])
})

t.test('when dates are formatted, then they are in the time zone of the store, and days are calendar days', async (t) => {
  const { day, dayAfter } = format('en', 'GB')
  t.equal(day('2026-03-02T23:30:00.000Z'), '3 Mar 2026')
  t.equal(dayAfter('2026-03-02T23:30:00.000Z', 14), '17 Mar 2026')
  t.equal(dayAfter('2026-03-28T22:30:00.000Z', 1), '29 Mar 2026', 'when the clocks change')
  t.equal(dayAfter('2024-02-28T12:00:00.000Z', 1), '29 Feb 2024')
  t.equal(dayAfter('2026-03-02T12:00:00.000Z', 0), '2 Mar 2026')
  t.equal(dayAfter('9999-12-31T12:00:00.000Z', 3650).includes('10009'), true)
  t.equal(format('en', 'JP', { timeZone: 'Asia/Tokyo' }).day('2026-03-02T23:30:00.000Z'), 'Mar 3, 2026')
})

t.test('given a market, when its language is chosen, then it is the market’s, or English without translations', async (t) => {
  const chosen = ['nb', 'nb-NO', 'no', 'nn', 'de-AT', 'fi', 'fr', 'x'].map(languageForTag)
  t.same(chosen, ['nb', 'nb', 'nb', 'nb', 'de', 'fi', 'en', 'en'])
  t.equal(documentLocale({ language: 'de-AT', country: 'DE' }), 'de-AT')
  t.equal(documentLocale({ language: 'sv', country: 'FI' }), 'sv-FI')
  t.equal(documentLocale({ language: 'en-abcdefghijkl', country: 'GB' }), 'en-GB', 'a tag that no platform knows stops nothing')
})

t.test('when every language is read, then it has every word and the page number', async (t) => {
  for (const language of languages) {
    const words = Object.values(documentWords(language))
    t.ok(words.length > 60 && words.every((word) => word.trim() !== ''), language)
    t.same(Object.keys(documentWords(language)), Object.keys(documentWords('en')), `${language} has the words of English`)
    t.match(documentWords(language).page, /\{page\}.*\{pages\}/)
  }
})
