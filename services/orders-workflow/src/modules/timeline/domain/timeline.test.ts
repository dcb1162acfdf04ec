import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import t from 'tap'
import { buildTimeline, type PositionedEntry, type TimelinePosition, timelineKey, timelineStart } from './timeline.ts'

const entryAt = (time: string, key: string): PositionedEntry => ({
  time,
  key,
  kind: 'version',
  summary: key,
  actor: null,
  versionId: null,
  data: {},
})
const at = (second: number) => `2026-03-01T10:00:0${second}.000Z`
const asText = ({ time, key }: TimelinePosition) => `${time} ${key}`
const asPosition = (text: string): TimelinePosition => ({ time: text.slice(0, 24), key: text.slice(25) })

t.test('given entries, when they are sorted, then the oldest is first, and equal times are by kind and id', async (t) => {
  const keys = [
    timelineKey('message', 'a'),
    timelineKey('version', 'b'),
    timelineKey('version', 'a'),
    timelineKey('payment', 'z'),
  ]
  const entries = [...keys.map((key) => entryAt(at(2), key)), entryAt(at(1), timelineKey('message', 'z'))]
  const { result, next } = buildTimeline(entries, { after: timelineStart, take: 9 }, asText)
  t.strictSame(
    result.map(({ summary }) => summary),
    ['6z', '0a', '0b', '2z', '6a'],
  )
  t.equal(next, null)
  t.notOk('key' in (result[0] ?? {}), 'the key is ours alone')
})

t.test('given pages of any size and equal times, when all are read, then every entry is there once', async (t) => {
  const places = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 30 })), {
    selector: (place) => place.join(),
    maxLength: 25,
  })
  const isWhole = (list: [number, number][], take: number) => {
    const entries = list.map(([second, id]) => entryAt(at(second), timelineKey('version', String(id).padStart(2, '0'))))
    const whole = buildTimeline(entries, { after: timelineStart, take: 100 }, asText).result
    const read: unknown[] = []
    for (let after: TimelinePosition | null = timelineStart; after !== null; ) {
      const page = buildTimeline(entries, { after, take }, asText)
      read.push(...page.result)
      after = page.next === null ? null : asPosition(page.next)
    }
    return isDeepStrictEqual(read, whole) && whole.length === list.length
  }
  t.doesNotThrow(() => fc.assert(fc.property(places, fc.integer({ min: 1, max: 9 }), isWhole)))
})
