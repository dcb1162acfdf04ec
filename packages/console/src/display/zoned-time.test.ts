import t from 'tap'
import { addDays, dayIn, endOfDay, hoursOfDay, isTimeZone, startOfDay } from './zoned-time.ts'

const startIn = (day: string, zone: string) => startOfDay(day, zone).toISOString()

t.test('given a moment near midnight, when its day is asked for, then it is that of the time zone', async (t) => {
  const at = new Date('2026-03-01T23:30:00Z')
  t.same([dayIn(at, 'Europe/Oslo'), dayIn(at, 'UTC'), dayIn(at, 'America/New_York')], ['2026-03-02', '2026-03-01', '2026-03-01'])
  t.equal(dayIn(new Date('2026-03-01T15:00:00Z'), 'Asia/Tokyo'), '2026-03-02')
})

t.test(
  'given days around a change of clocks, when they begin, then midnight is right before, on and after that day',
  async (t) => {
    t.equal(startIn('2026-03-28', 'Europe/Oslo'), '2026-03-27T23:00:00.000Z')
    t.equal(startIn('2026-03-29', 'Europe/Oslo'), '2026-03-28T23:00:00.000Z')
    t.equal(startIn('2026-03-30', 'Europe/Oslo'), '2026-03-29T22:00:00.000Z')
    t.equal(startIn('2026-10-25', 'Europe/Oslo'), '2026-10-24T22:00:00.000Z')
    t.equal(startIn('2026-10-26', 'Europe/Oslo'), '2026-10-25T23:00:00.000Z')
    t.equal(startIn('2026-11-01', 'America/New_York'), '2026-11-01T04:00:00.000Z')
    t.equal(startIn('2026-11-02', 'America/New_York'), '2026-11-02T05:00:00.000Z')
  },
)

t.test('given a zone whose clocks change at midnight, when the day begins, then it does at its first moment', async (t) => {
  t.equal(startIn('2026-04-24', 'Africa/Cairo'), '2026-04-23T22:00:00.000Z', 'midnight is skipped: 01:00 by the clock')
  t.equal(startIn('2026-09-06', 'America/Santiago'), '2026-09-06T04:00:00.000Z')
  t.equal(startIn('2026-10-30', 'Africa/Cairo'), '2026-10-29T22:00:00.000Z', 'the hour before midnight comes twice')
})

t.test('given a day, when its hours are listed, then there are 24, or 23 and 25 when clocks change', async (t) => {
  const labels = (day: string, zone = 'Europe/Oslo') => hoursOfDay(day, zone).map(({ label }) => label)
  t.equal(labels('2026-06-01').length, 24)
  t.same(labels('2026-06-01').slice(0, 3), ['00', '01', '02'])
  t.same(labels('2026-03-29').slice(0, 4), ['00', '01', '03', '04'])
  t.equal(labels('2026-03-29').length, 23)
  t.equal(labels('2026-10-25').length, 25)
  t.same(labels('2026-10-25').slice(1, 5), ['01', '02 CEST', '02 CET', '03'])
  t.same(labels('2026-06-01', 'Asia/Kolkata').slice(0, 2), ['00', '01'], 'an offset of half an hour')
})

t.test('given the hours of any day, when they are put together, then they are the day without a gap', async (t) => {
  for (const zone of ['Europe/Oslo', 'Africa/Cairo', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'])
    for (const day of ['2026-03-29', '2026-04-05', '2026-04-24', '2026-10-04', '2026-10-25', '2026-10-30', '2026-12-31']) {
      const hours = hoursOfDay(day, zone)
      t.same(hours[0]?.from, startOfDay(day, zone), `${zone} ${day}`)
      t.same(hours.at(-1)?.to, startOfDay(addDays(day, 1), zone))
      t.ok(hours.every(({ to }, index) => index === hours.length - 1 || to.getTime() === hours[index + 1]?.from.getTime()))
      t.equal(endOfDay(day, zone).getTime() + 1, hours.at(-1)?.to.getTime())
    }
})

t.test('given days, when they are counted on, then months and years end as they do', async (t) => {
  t.same(
    [addDays('2026-02-28', 1), addDays('2026-01-01', -1), addDays('2028-02-28', 1)],
    ['2026-03-01', '2025-12-31', '2028-02-29'],
  )
})

t.test('given texts, when they are read as time zones, then only those are taken that there are', async (t) => {
  t.same(['Europe/Oslo', 'UTC', 'Mars/Base', ''].map(isTimeZone), [true, true, false, false])
})
