import { currencyExponent } from '@open-oms/money/currency'
import t from 'tap'
import { createFormat } from './format.ts'

const english = createFormat('en-GB', 'Europe/Oslo')
const norwegian = createFormat('nb-NO', 'Europe/Oslo')
/** Intl writes spaces that do not break, and a minus of its own. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ').replaceAll('\u2212', '-')

t.test('given an amount, when it is written in a locale, then sign, group, decimals and currency are those of it', async (t) => {
  t.equal(plain(english.money(1234.5, 'NOK')), 'NOK 1,234.50')
  t.equal(plain(norwegian.money(1234.5, 'NOK')), '1 234,50 NOK')
  t.equal(plain(norwegian.money(-0.05, 'NOK')), '-0,05 NOK')
  t.equal(plain(english.money(1200, 'JPY')), 'JPY 1,200', 'a currency without decimals')
  t.equal(plain(english.money(1250.5, 'HUF')), 'HUF 1,250.50', 'with the decimals of ISO 4217, not of the locale data')
  t.equal(plain(english.money(1250.5, 'IQD')), 'IQD 1,250.500')
  t.equal(plain(english.unitPrice(0.1234, 'NOK')), 'NOK 0.1234')
  t.equal(plain(english.unitPrice(12.5, 'HUF')), 'HUF 12.50')
  t.equal(plain(english.unitPrice(12.5, 'JPY')), 'JPY 12.5')
  t.equal(english.unitPrice(null, 'NOK'), '–')
  t.equal(plain(english.money(0, 'NOK')), 'NOK 0.00', 'nothing to pay is an amount')
})

t.test(
  'given an amount without a currency that can be known, when it is written, then it is a number of two decimals',
  async (t) => {
    for (const currency of [null, '', 'kroner']) t.equal(english.money(1234.5, currency), '1,234.50')
    t.equal(english.money(null, 'NOK'), '–')
  },
)

t.test('given quantities, when they are written, then they have the decimals that they need and no others', async (t) => {
  t.same([1, 0, 2.5, 1234.125, null].map(english.quantity), ['1', '0', '2.5', '1,234.125', '–'])
  t.equal(norwegian.quantity(2.5), '2,5')
})

t.test('given a time near midnight, when it is written, then the day is that of the time zone', async (t) => {
  t.equal(english.time('2026-03-01T23:30:00Z'), '2 Mar 2026, 00:30')
  t.equal(english.moment('2026-03-01T23:30:07Z'), '2 Mar 2026, 00:30:07')
  t.equal(english.day('2026-03-01T23:30:00Z'), '2 Mar 2026')
  t.equal(createFormat('en-GB', 'UTC').day('2026-03-01T23:30:00Z'), '1 Mar 2026')
  t.equal(plain(norwegian.time('2026-07-01T10:00:00Z')), '1. juli 2026, 12:00', 'summer time')
  t.same([english.time(null), english.time('never'), english.day(null)], ['–', '–', '–'])
})

t.test('given any currency, when an amount is written, then it has as many decimals as it is stored with', async (t) => {
  for (const currency of Intl.supportedValuesOf('currency')) {
    const decimals = plain(createFormat('en-US', 'UTC').money(1, currency)).split('.')[1]?.length ?? 0
    t.equal(decimals, currencyExponent(currency), currency)
  }
})

t.test('given times before a moment, when they are written as said then, then near days have names', async (t) => {
  const now = new Date('2026-03-02T12:00:00Z')
  const times = ['2026-03-02T06:03:00Z', '2026-03-01T22:30:00Z', '2026-02-22T10:00:00Z', '2025-12-31T10:00:00Z', null]
  t.same(
    times.map((at) => english.when(at, now)),
    ['Today 07:03', 'Yesterday 23:30', '22 Feb', '31 Dec 2025', '–'],
  )
  t.equal(norwegian.when('2026-03-01T22:30:00Z', now), 'I går 23:30')
  t.equal(english.when('2026-03-01T23:30:00Z', now), 'Today 00:30', 'the day of the time zone')
})

t.test('given a time since when something is so, when its age is written, then it is in the largest unit', async (t) => {
  const now = new Date('2026-03-10T12:00:00Z')
  const since = ['2026-03-07T11:00:00Z', '2026-03-10T07:30:00Z', '2026-03-10T11:20:00Z', '2026-03-10T13:00:00Z', 'never', null]
  t.same(
    since.map((at) => plain(english.age(at, now))),
    ['3 days', '4 hrs', '40 mins', '0 mins', '–', '–'],
  )
})
