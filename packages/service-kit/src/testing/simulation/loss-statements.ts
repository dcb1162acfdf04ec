import {
  type OutboxRow,
  type Parked,
  type Place,
  type Position,
  type PublishedRow,
  placeKey,
  rowsOf,
} from './event-statements.ts'
import { type SimulatedStatement, simulated, type View } from './simulated-database.ts'

type Gaps = readonly [string[], string[], number[], number[]]
type PublishedPosition = {
  source: string
  subject: string
  stream: string
  type: string
  last_sequence: number
  stream_sequence: number
  stream_created: string
  published: number
}

function isIn([sources, subjects, firsts, lasts]: Gaps): (row: Place) => boolean {
  return ({ source, subject, sequence }) =>
    subjects.some(
      (wanted, index) =>
        wanted === subject &&
        sources[index] === source &&
        sequence >= (firsts[index] as number) &&
        sequence <= (lasts[index] as number),
    )
}

const within = (view: View, from: Date, to: Date) =>
  rowsOf<PublishedRow>(view, 'published').filter(({ published }) => published >= from.getTime() && published < to.getTime())

function notePosition(view: View, row: PublishedRow): void {
  const known = view.get('known', row.stream)
  if (known === undefined) return
  const key = placeKey(row.source, row.subject)
  const { source, subject, stream, type, sequence: last_sequence, stream_sequence, published } = row
  const noted = view.get('published_position', key) as PublishedPosition | undefined
  if (noted !== undefined && last_sequence < noted.last_sequence) return
  const stream_created = String(known.created)
  view.set('published_position', key, {
    source,
    subject,
    stream,
    type,
    last_sequence,
    stream_sequence,
    stream_created,
    published,
  })
}

type Cursor = readonly [Date, string, string]
const order = (published: number, source: string, subject: string) => `${published} ${source} ${subject}`

/** The statements of the publisher that is asked (event-losses/). */
export const lossServiceStatements: Readonly<Record<string, SimulatedStatement>> = {
  'kit-find-waiting-events': simulated<Gaps>({ run: (view, gaps) => rowsOf<OutboxRow>(view, 'outbox').filter(isIn(gaps)) }),
  'kit-find-published-ends': simulated<[string]>({
    run: (view, [stream]) => {
      const own = rowsOf<PublishedRow>(view, 'published').filter((row) => row.stream === stream)
      const sequences = own.map(({ stream_sequence }) => stream_sequence)
      const ends = { first: Math.min(...sequences), last: Math.max(...sequences) }
      return [{ ...(own.length === 0 ? { first: null, last: null } : ends), now: new Date(view.now()) }]
    },
  }),
  'kit-find-published-events': simulated<[...Gaps, string, number]>({
    run: (view, [sources, subjects, firsts, lasts, stream, last]) =>
      rowsOf<PublishedRow>(view, 'published')
        .filter((row) => row.stream === stream && row.stream_sequence <= last)
        .filter(isIn([sources, subjects, firsts, lasts]))
        .map((row) => ({ ...row, is_recent: row.published > view.now() - 10_000 })),
  }),
  'kit-find-moved-events': simulated<[...Gaps, string, Date]>({
    run: (view, [sources, subjects, firsts, lasts, stream, since]) => {
      const published = rowsOf<PublishedRow>(view, 'published')
      const later = published.filter((row) => row.stream === stream && row.published >= since.getTime())
      return [...rowsOf<OutboxRow>(view, 'outbox'), ...later].filter(isIn([sources, subjects, firsts, lasts]))
    },
  }),
  'kit-last-noted-position': {
    run: (view) => {
      const noted = rowsOf<PublishedPosition>(view, 'published_position').map(({ published }) => published)
      return [{ noted: noted.length === 0 ? null : new Date(Math.max(...noted) - 120_000) }]
    },
  },
  'kit-count-published-within': simulated<[Date, Date]>({
    run: (view, [from, to]) => [{ count: within(view, from, to).length }],
  }),
  'kit-next-published': simulated<[Date]>({
    run: (view, [from]) => {
      const later = within(view, from, new Date(view.now() + 1)).map(({ published }) => published)
      return [{ next: later.length === 0 ? null : new Date(Math.min(...later)) }]
    },
  }),
  'kit-note-published-positions': simulated<[Date, Date]>({
    run: (view, [from, to]) => {
      const rows = within(view, from, to).sort((a, b) => a.sequence - b.sequence || a.published - b.published)
      const newest = new Map(rows.map((row) => [placeKey(row.source, row.subject), row]))
      for (const row of newest.values()) notePosition(view, row)
      return []
    },
  }),
  'kit-read-published-positions': simulated<[string, string, ...Cursor, number]>({
    run: (view, [stream, typePrefix, after, source, subject, underWayMs]) =>
      rowsOf<PublishedPosition>(view, 'published_position')
        .filter((row) => row.stream === stream && row.type.startsWith(typePrefix) && row.published < view.now() - underWayMs)
        .map((row) => ({ ...row, place: order(row.published, row.source, row.subject) }))
        .filter(({ place }) => place > order(after.getTime(), source, subject))
        .sort((a, b) => (a.place < b.place ? -1 : 1))
        .map((row) => ({
          source: row.source,
          subject: row.subject,
          lastSequence: row.last_sequence,
          published: new Date(row.published),
          streamSequence: row.stream_created === view.get('known', stream)?.created ? row.stream_sequence : null,
        })),
  }),
}

type Letter = Place & { type: 'missing' }
const nextOf = (view: View, { source, subject }: { source: string; subject: string }) =>
  (view.get('position', placeKey(source, subject)) as Position | undefined)?.next_sequence ?? null
const letterKey = ({ source, subject, sequence }: Place) => `${placeKey(source, subject)} ${sequence}`

function gapsOf(view: View) {
  const waiting = new Map<string, Parked>()
  for (const row of rowsOf<Parked>(view, 'parked')) {
    const key = placeKey(row.source, row.subject)
    if (row.sequence < (waiting.get(key)?.sequence ?? Number.POSITIVE_INFINITY)) waiting.set(key, row)
  }
  const letters = rowsOf<Letter>(view, 'dead_letter')
  return [...waiting.values()].flatMap(({ source, subject, sequence }) => {
    const next = nextOf(view, { source, subject })
    const [first, last] = [next ?? 1, sequence - 1]
    const isIn = (letter: Letter) => letter.source === source && letter.subject === subject
    const isGivenUp = letters.some((letter) => isIn(letter) && letter.sequence >= first && letter.sequence <= last)
    return first > last || isGivenUp ? [] : [{ source, subject, first, last, isBegun: next !== null }]
  })
}

function unhandledOf(view: View, aggregate: { source: string; subject: string; last: number; rank: number }) {
  const { source, subject, last, rank } = aggregate
  const first = nextOf(view, aggregate) ?? 1
  const sequences = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
  const isIn = (row: Place) => row.source === source && row.subject === subject
  const kept = [...rowsOf<Parked>(view, 'parked'), ...rowsOf<Letter>(view, 'dead_letter')].filter(isIn)
  const isKept = (sequence: number) => kept.some((row) => row.sequence === sequence)
  return sequences.filter((sequence) => !isKept(sequence)).map((sequence) => ({ source, subject, sequence, rank }))
}

type Reconciliation = { reconciled: number; finished: number; version: number }

/** The statements of a consumer that finds and asks for what it misses (event-losses/). */
export const lossStatements: Readonly<Record<string, SimulatedStatement>> = {
  'kit-find-event-gaps': { run: gapsOf },
  'kit-find-unbegun-aggregates': simulated<[string, string[], string[]]>({
    run: (view, [, sources, subjects]) => {
      const unbegun = gapsOf(view).filter(({ isBegun }) => !isBegun)
      const isUnbegun = (index: number) =>
        unbegun.some(({ source, subject }) => source === sources[index] && subject === subjects[index])
      return [...subjects.keys()].filter(isUnbegun).map((index) => ({ rank: index + 1 }))
    },
  }),
  'kit-find-unhandled-events': simulated<[string, string[], string[], number[], number]>({
    run: (view, [, sources, subjects, lasts, limit]) =>
      subjects
        .flatMap((subject, index) =>
          unhandledOf(view, { source: sources[index] as string, subject, last: lasts[index] as number, rank: index + 1 }),
        )
        .slice(0, limit),
  }),
  'kit-add-missing-events': simulated<[string, ...Gaps]>({
    run: (view, [, sources, subjects, firsts, lasts]) => {
      for (const [index, subject] of subjects.entries())
        for (let sequence = firsts[index] as number; sequence <= (lasts[index] as number); sequence++) {
          const letter: Letter = { source: sources[index] as string, subject, sequence, type: 'missing' }
          view.set('dead_letter', letterKey(letter), letter)
        }
      return []
    },
  }),
  'kit-remove-found-events': {
    run: (view) => {
      for (const letter of rowsOf<Letter>(view, 'dead_letter'))
        if (letter.sequence < (nextOf(view, letter) ?? 0)) view.delete('dead_letter', letterKey(letter))
      return []
    },
  },
  'kit-due-reconciliation': simulated<[string, number]>({
    run: (view, [consumer, everyMs]) => {
      const known = view.get('reconciliation', consumer) as Reconciliation | undefined
      const from = new Date(known?.reconciled ?? view.now() - 30 * 86_400_000)
      const isDue = known === undefined || known.finished <= view.now() - everyMs
      return [{ from, version: known === undefined ? null : String(known.version), isRequested: false, isDue }]
    },
  }),
  'kit-save-reconciliation': simulated<[string, Date]>({
    run: (view, [consumer, until]) => {
      const known = view.get('reconciliation', consumer) as Reconciliation | undefined
      const reconciled = Math.max(known?.reconciled ?? 0, until.getTime())
      view.set('reconciliation', consumer, { reconciled, finished: view.now(), version: (known?.version ?? 0) + 1 })
      return []
    },
  }),
}
