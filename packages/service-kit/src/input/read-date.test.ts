import fc from 'fast-check'
import t from 'tap'
import { readDate } from './read-date.ts'

t.test('given a date in any accepted form, when it is read, then it is UTC with milliseconds', async (t) => {
  const forms: [string, string][] = [
    ['2026-01-31T12:30:15Z', '2026-01-31T12:30:15.000Z'],
    ['2026-01-31T12:30:15.123Z', '2026-01-31T12:30:15.123Z'],
    ['2026-01-31T12:30:15', '2026-01-31T12:30:15.000Z'],
    ['2026-01-31T12:30', '2026-01-31T12:30:00.000Z'],
    ['2026-01-31 12:30:15', '2026-01-31T12:30:15.000Z'],
    ['2026-01-31T12:30:15.1234567Z', '2026-01-31T12:30:15.123Z'],
    ['2026-01-31T12:30:15.5', '2026-01-31T12:30:15.500Z'],
    ['2026-01-31T23:30:00-02:00', '2026-02-01T01:30:00.000Z'],
    ['2026-01-31T23:30:00+0530', '2026-01-31T18:00:00.000Z'],
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['0099-01-01', '0099-01-01T00:00:00.000Z'],
  ]
  for (const [given, expected] of forms) t.equal(readDate(given), expected, given)
})

t.test('given a bare date as an upper end, when it is read, then it is the whole day, and a time is unchanged', async (t) => {
  t.equal(readDate('2026-01-31', true), '2026-01-31T23:59:59.999Z')
  t.equal(readDate('2026-01-31T00:00:00', true), '2026-01-31T00:00:00.000Z')
})

t.test('given an empty text or the zero date, when it is read, then there is no date', async (t) => {
  for (const text of ['', '0001-01-01T00:00:00', '0001-01-01T00:00:00Z', '0001-01-01T00:00:00.0000000', '0001-01-01'])
    t.equal(readDate(text), null, text)
})

t.test('given a text that is no date, when it is read, then it is undefined', async (t) => {
  const texts = [
    '2026-02-30',
    '2025-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-01-01T24:00:00',
    '2026-01-01T10:60:00',
  ]
  const odd = [
    '2026-02-30T12:00:00Z',
    '2026-01-31T12:00:00.00xZ',
    '202x-01-31T12:00:00Z',
    '2026-01-31T1a:00:00Z',
    '2026-1-31T12:00:00Z',
  ]
  const others = [
    '2026-01-01T10:00:60',
    '2026-01-01T10:00:00+19:00',
    '0000-01-01',
    '9999-12-31T23:59:59-05:00',
    'yesterday',
    ' ',
    '2026',
    '20260101',
  ]
  for (const text of [...texts, ...odd, ...others]) t.equal(readDate(text), undefined, text)
})

t.test('given any instant, when it is written and read, then it is the same', async (t) => {
  const instants = fc.date({ min: new Date('0002-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  t.doesNotThrow(() => fc.assert(fc.property(instants, (date) => readDate(date.toISOString()) === date.toISOString())))
})
