import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'
import t from 'tap'
import {
  addDays,
  type Day,
  dueAt,
  firstInstantOf,
  isDay,
  lastDueDay,
  localDay,
  toDay,
  toUtcDate,
  utcMidnight,
} from './posting-date.ts'

/**
 * The instants of a local day: from the first, included, to the first of the next day, excluded.
 */
const dayBounds = (day: Day, zone: string) => ({
  from: firstInstantOf(day, 0, zone),
  until: firstInstantOf(addDays(day, 1), 0, zone),
})

const zones = [
  'Europe/Oslo',
  'Europe/London',
  'Asia/Tokyo',
  'America/New_York',
  'Asia/Kolkata',
  'Pacific/Auckland',
  'America/Santiago',
  'UTC',
]

t.test('given an instant and a time zone, when its day is read, then it is the local day', async (t) => {
  t.equal(localDay(new Date('2026-01-15T22:59:59.999Z'), 'Europe/Oslo'), '2026-01-15')
  t.equal(localDay(new Date('2026-01-15T23:00:00.000Z'), 'Europe/Oslo'), '2026-01-16', 'midnight opens the new day')
  t.equal(localDay(new Date('2026-07-15T21:59:59.999Z'), 'Europe/Oslo'), '2026-07-15', 'summer time: two hours ahead')
  t.equal(localDay(new Date('2026-07-15T22:00:00.000Z'), 'Europe/Oslo'), '2026-07-16')
  t.equal(localDay(new Date('2026-01-15T23:30:00.000Z'), 'Europe/London'), '2026-01-15')
  t.equal(localDay(new Date('2026-01-15T15:00:00.000Z'), 'Asia/Tokyo'), '2026-01-16')
})

t.test('given the days when summer time begins and ends, when their hours are counted, then they are 23 and 25', async (t) => {
  const hours = ({ from, until }: { from: Date; until: Date }) => (until.getTime() - from.getTime()) / 3_600_000
  t.equal(hours(dayBounds('2026-03-29', 'Europe/Oslo')), 23)
  t.equal(hours(dayBounds('2026-10-25', 'Europe/Oslo')), 25)
  t.equal(hours(dayBounds('2026-06-01', 'Europe/Oslo')), 24)
  t.equal(dayBounds('2026-03-29', 'Europe/Oslo').from.toISOString(), '2026-03-28T23:00:00.000Z')
  t.equal(dayBounds('2026-03-29', 'Europe/Oslo').until.toISOString(), '2026-03-29T22:00:00.000Z')
})

t.test('given a day without midnight, when its first instant is read, then it is the instant of the jump', async (t) => {
  // Chile moves its clocks from 24:00 to 01:00.
  t.equal(dayBounds('2026-09-06', 'America/Santiago').from.toISOString(), '2026-09-06T04:00:00.000Z')
  t.equal(localDay(new Date('2026-09-06T03:59:59.999Z'), 'America/Santiago'), '2026-09-05')
})

t.test('given any instant, when days are compared, then it is in exactly one local day', async (t) => {
  const instants = fc.date({ min: new Date('2015-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  t.doesNotThrow(() =>
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), (instant, zone) => {
        const day = localDay(instant, zone)
        const { from, until } = dayBounds(day, zone)
        const next = dayBounds(addDays(day, 1), zone)
        return from <= instant && instant < until && next.from.getTime() === until.getTime()
      }),
      { numRuns: propertyRuns(200) },
    ),
  )
})

t.test('given a day, when its due time is read, then it is the cut-off hour of the following day', async (t) => {
  t.equal(dueAt('2026-01-15', 2, 'Europe/Oslo').toISOString(), '2026-01-16T01:00:00.000Z')
  t.equal(dueAt('2026-01-15', 0, 'Europe/Oslo').toISOString(), '2026-01-15T23:00:00.000Z')
  t.equal(dueAt('2026-03-28', 2, 'Europe/Oslo').toISOString(), '2026-03-29T01:00:00.000Z', 'the hour that is jumped over')
  t.equal(dueAt('2026-10-24', 2, 'Europe/Oslo').toISOString(), '2026-10-25T00:00:00.000Z', 'the first of the two')
  t.equal(firstInstantOf('2026-01-16', 2, 'Asia/Kolkata').toISOString(), '2026-01-15T20:30:00.000Z')
})

t.test('given the end of a month or year, when days are added, then the result is in the next one', async (t) => {
  t.equal(addDays('2028-02-28', 1), '2028-02-29')
  t.equal(addDays('2026-01-01', -1), '2025-12-31')
})

t.test('given the last day of the year 9999, when days are added, then it stays the last day', async (t) => {
  t.equal(localDay(new Date('9999-12-31T23:30:00.000Z'), 'Europe/Oslo'), '9999-12-31')
  t.equal(addDays('9999-12-31', 1), '9999-12-31')
  t.equal(addDays('2026-01-31', 2 ** 31 - 1), '9999-12-31')
  t.equal(addDays('2026-01-31', -(2 ** 31)), '0001-01-01')
  t.ok(dueAt('9999-12-31', 2, 'Europe/Oslo') > new Date('9999-12-30T00:00:00.000Z'), 'it is not due yet')
})

t.test('given texts, when they are read as days, then only days of the calendar are accepted', async (t) => {
  for (const text of ['0000-01-01', '2026-02-29', '2026-13-01', '26-01-01', '2026-1-1', '', '2026-01-01T00:00:00Z'])
    t.notOk(isDay(text), text)
  t.ok(isDay('2028-02-29'))
})

t.test('given a cut-off hour, when the last due day is asked for, then it is yesterday once that hour has come', async (t) => {
  const last = (instant: string, hour: number, zone: string) => lastDueDay(new Date(instant), hour, zone)
  t.equal(last('2026-01-16T00:59:59.999Z', 2, 'Europe/Oslo'), '2026-01-14')
  t.equal(last('2026-01-16T01:00:00.000Z', 2, 'Europe/Oslo'), '2026-01-15')
  t.equal(last('2026-01-15T23:30:00.000Z', 2, 'Europe/Oslo'), '2026-01-14', 'the day has just begun there')
  t.equal(last('2026-01-15T15:00:00.000Z', 0, 'Asia/Tokyo'), '2026-01-15')
})

t.test('given a day, when it is written as an instant, then it is its midnight in UTC, and read back as the day', async (t) => {
  t.equal(utcMidnight('2026-01-31'), '2026-01-31T00:00:00.000Z')
  t.equal(toUtcDate('2026-01-31').getTime(), Date.UTC(2026, 0, 31))
  t.equal(toDay(new Date('2026-01-31T23:59:59.999Z')), '2026-01-31')
})

t.test('given a text with a day and more, or the first day of all, then only the day is one', async (t) => {
  t.notOk(isDay('x2026-01-31'))
  t.notOk(isDay('2026-01-31T00:00'))
  t.ok(isDay('0001-01-01'))
  t.notOk(isDay('0000-12-31'))
  t.equal(localDay(new Date('9999-12-31T23:00:00Z'), 'Asia/Tokyo'), '9999-12-31')
  t.equal(localDay(new Date('9999-06-01T12:00:00Z'), 'UTC'), '9999-06-01', 'the last year has all its days')
  t.equal(localDay(new Date('0050-06-01T12:00:00Z'), 'UTC'), '0050-06-01', 'years have four digits')
})
