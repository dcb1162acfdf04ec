import { type SimulatedStatement, simulated, type View } from './simulated-database.ts'

export type Place = { source: string; subject: string; sequence: number }
/** With what the SQL reads in the envelope. */
export type OutboxRow = Place & {
  id: number
  event_id: string
  type: string
  traceparent: null
  envelope: string
  is_repeated: boolean
}
export type PublishedRow = OutboxRow & { stream: string; stream_sequence: number; published: number }

const byId = (a: { id: number }, b: { id: number }) => a.id - b.id
export const rowsOf = <T>(view: View, name: string) => view.all(name) as T[]

function putBack(view: View, isLost: (row: PublishedRow) => boolean) {
  const lost = rowsOf<PublishedRow>(view, 'published').filter(isLost)
  for (const { stream: _, stream_sequence: __, published: ___, ...row } of lost) {
    view.delete('published', String(row.id))
    view.set('outbox', String(row.id), { ...row, is_repeated: true })
  }
  return lost.map(() => ({ lost: 1 }))
}

/** The statements of the relay (events/outbox-relay.ts, events/published-events.ts). */
export const publisherStatements: Readonly<Record<string, SimulatedStatement>> = {
  'kit-outbox-read': simulated<[number]>({
    run: (view, [limit]) => rowsOf<OutboxRow>(view, 'outbox').sort(byId).slice(0, limit),
  }),
  'kit-record-published': simulated<[number[], string[], number[]]>({
    run: (view, [ids, streams, sequences]) => {
      for (const [index, id] of ids.entries()) {
        const row = view.get('outbox', String(id))
        if (row === undefined) continue
        view.delete('outbox', String(id))
        const place = { stream: streams[index], stream_sequence: sequences[index], published: view.now() }
        view.set('published', String(id), { ...row, ...place })
      }
      return []
    },
  }),
  'kit-put-back-between': simulated<[string, number, number]>({
    run: (view, [stream, from, to]) =>
      putBack(view, (row) => row.stream === stream && row.stream_sequence >= from && row.stream_sequence <= to),
  }),
  'kit-put-back-listed': simulated<[string, number[]]>({
    run: (view, [stream, listed]) => putBack(view, (row) => row.stream === stream && listed.includes(row.stream_sequence)),
  }),
  'kit-reused-sequence': simulated<[string, number[], boolean[]]>({
    run: (view, [stream, sequences, duplicates]) => {
      const published = rowsOf<PublishedRow>(view, 'published')
      const reused = sequences.filter(
        (sequence, index) =>
          !duplicates[index] || published.some((former) => former.stream === stream && former.stream_sequence === sequence),
      )
      return [{ sequence: reused.length === 0 ? null : Math.min(...reused) }]
    },
  }),
  'kit-first-published': simulated<[string]>({
    run: (view, [stream]) => {
      const own = rowsOf<PublishedRow>(view, 'published').filter((row) => row.stream === stream)
      return [{ sequence: own.length === 0 ? null : Math.min(...own.map(({ stream_sequence }) => stream_sequence)) }]
    },
  }),
  'kit-known-streams': {
    run: (view) =>
      rowsOf<{ name: string; created: string }>(view, 'known').map((known) => {
        const own = rowsOf<PublishedRow>(view, 'published').filter((row) => row.stream === known.name)
        return { ...known, last_sequence: Math.max(0, ...own.map(({ stream_sequence }) => stream_sequence)) }
      }),
  },
  'kit-save-known-stream': simulated<[string, string]>({
    run: (view, [name, created]) => {
      view.set('known', name, { name, created })
      return []
    },
  }),
  'kit-find-waiting-event': simulated<[string]>({
    run: (view, [id]) =>
      rowsOf<OutboxRow>(view, 'outbox')
        .filter(({ event_id }) => event_id === id)
        .map(() => ({})),
  }),
}

/** The consumer, the ids, and a stretch of each aggregate. */
type Claim = readonly [string, string[], string[], string[], number[], number[]]
type Parking = readonly [string, string, string, string, number, string, unknown]
export type Parked = Place & { event_id: string; envelope: string; tries: number; isDue: boolean }
export type Position = { next_sequence: number; first_sequence: number }
export const placeKey = (source: string, subject: string) => `${source} ${subject}`
const parkedBehind = (view: View, source: string, subject: string) =>
  rowsOf<Parked>(view, 'parked').filter((one) => one.source === source && one.subject === subject)

function claim(view: View, [, ids, sources, subjects, firsts, lasts]: Claim) {
  const places = subjects.map((subject, index) => ({
    key: placeKey(sources[index] as string, subject),
    parked: parkedBehind(view, sources[index] as string, subject),
    first: firsts[index] as number,
    last: lasts[index] as number,
  }))
  const isNew = ids.filter((id) => view.get('inbox', id) === undefined)
  for (const id of isNew) view.set('inbox', id, { id })
  const moved = places.filter(({ key, first, last }) => {
    const position = view.get('position', key) as Position | undefined
    if (position === undefined ? first !== 1 : position.next_sequence !== first) return false
    view.set('position', key, { first_sequence: position?.first_sequence ?? first, next_sequence: last + 1 })
    return true
  })
  const claimed = isNew.length === ids.length && moved.length === places.length
  const has_successor = places.some(({ parked, first, last }) =>
    parked.some(({ sequence }) => sequence > first && sequence <= last + 1),
  )
  return [{ claimed, has_successor }]
}

/** Until its gap is filled, or until a try is due. */
function park(view: View, [, event_id, source, subject, sequence, envelope]: Parking, isDue: boolean): Parked {
  const before = view.get('parked', event_id) as Parked | undefined
  const row = { event_id, source, subject, sequence, envelope, tries: before?.tries ?? 0, isDue }
  view.set('parked', event_id, row)
  return row
}

function nextParked(view: View): Parked[] {
  return rowsOf<Parked>(view, 'parked').filter(({ source, subject, sequence, isDue }) => {
    const position = view.get('position', placeKey(source, subject)) as Position | undefined
    return !isDue && position !== undefined && sequence <= position.next_sequence
  })
}

const due = (view: View) => rowsOf<Parked>(view, 'parked').filter(({ isDue }) => isDue)

/** The statements of a consumer (events/event-position.ts, events/parked-events.ts). */
export const consumerStatements: Readonly<Record<string, SimulatedStatement>> = {
  'kit-claim-events': simulated<Claim>({
    locks: ([, ids, sources, subjects]) => [
      ...ids,
      ...subjects.map((subject, index) => placeKey(sources[index] as string, subject)),
    ],
    run: claim,
  }),
  'kit-find-inbox': simulated<[string]>({ run: (view, [id]) => (view.get('inbox', id) === undefined ? [] : [{}]) }),
  'kit-lock-position': simulated<[string, string, string]>({
    locks: ([, source, subject]) => [placeKey(source, subject)],
    run: (view, [, source, subject]) => {
      const position = view.get('position', placeKey(source, subject))
      return position === undefined ? [] : [position]
    },
  }),
  'kit-park-event': simulated<Parking>({
    run: (view, values) => {
      park(view, values, values[6] !== null)
      return []
    },
  }),
  'kit-remove-parked': simulated<[string, string]>({
    run: (view, [, id]) => {
      view.delete('parked', id)
      return []
    },
  }),
  'kit-parked-successor': simulated<[string, string, string, number]>({
    run: (view, [, source, subject, sequence]) =>
      parkedBehind(view, source, subject).filter((parked) => parked.sequence === sequence),
  }),
  // The time of a try has come whenever a process looks.
  'kit-parked-due': simulated<[string, number]>({ run: (view, [, limit]) => due(view).slice(0, limit) }),
  'kit-parked-released': simulated<[string, number]>({ run: (view, [, limit]) => nextParked(view).slice(0, limit) }),
  'kit-note-failure': simulated<Parking>({
    run: (view, values) => {
      const parked = park(view, values, true)
      view.set('parked', parked.event_id, { ...parked, tries: parked.tries + 1 })
      return [{ tries: parked.tries + 1 }]
    },
  }),
}
