import type { Database } from '../database/database.ts'
import { type RowOf, Sql, statement } from '../database/statement.ts'
import { missingType } from '../event-losses/missing-events.ts'

/** What is known of a dead letter, without its event. */
export const letterRow = {
  id: Sql.bigint,
  consumer: Sql.text,
  eventId: Sql.text,
  type: Sql.text,
  source: Sql.text,
  subject: Sql.text,
  sequence: Sql.nullable(Sql.bigint),
  tries: Sql.integer,
  reason: Sql.text,
  created: Sql.timestamptz,
}
export type DeadLetter = RowOf<typeof letterRow>

type Queryable = Pick<Database, 'query'>

export const letterColumns = 'id, consumer, event_id as "eventId", type, source, subject, sequence, tries, reason, created'

const findLetters = statement({
  name: 'kit-list-dead-letters',
  text: `select ${letterColumns} from kit.dead_letter
    where ($1::text is null or consumer = $1) and ($2::bigint is null or id > $2) order by id limit $3`,
  parameters: [Sql.nullable(Sql.text), Sql.nullable(Sql.bigint), Sql.bigint],
  row: letterRow,
})

export type DeadLetterPage = {
  /** Only those of this consumer; of all when absent. */
  consumer?: string | undefined
  /** Only those after this number. */
  afterId?: number | undefined
  countMax?: number
}

/** The events that a service's consumers gave up, the oldest first. */
export async function listDeadLetters(
  database: Queryable,
  { consumer, afterId, countMax = 1_000 }: DeadLetterPage = {},
): Promise<DeadLetter[]> {
  return await findLetters.on(database, consumer ?? null, afterId ?? null, countMax)
}

const findLetter = statement({
  name: 'kit-read-dead-letter',
  text: `select ${letterColumns}, envelope from kit.dead_letter where id = $1`,
  parameters: [Sql.bigint],
  row: { ...letterRow, envelope: Sql.text },
})

/** A dead letter by its number, with its event as it came; undefined when there is none. */
export async function readDeadLetter(database: Queryable, letterId: number): Promise<RowOf<typeof findLetter.row> | undefined> {
  const [letter] = await findLetter.on(database, letterId)
  return letter
}

const countByConsumer = statement({
  name: 'kit-count-quarantined',
  text: `select consumer, sum(dead)::bigint as "deadLetters", sum(parked)::bigint as parked from (
      select consumer, 1 as dead, 0 as parked from kit.dead_letter
      union all select consumer, 0, 1 from kit.parked_event) as quarantined
    group by consumer`,
  parameters: [],
  row: { consumer: Sql.text, deadLetters: Sql.bigint, parked: Sql.bigint },
})

/** How many dead letters and parked events each consumer has. Consumers without any are absent. */
export async function countQuarantined(database: Queryable): Promise<Record<string, { deadLetters: number; parked: number }>> {
  const rows = await countByConsumer.on(database)
  return Object.fromEntries(rows.map(({ consumer, deadLetters, parked }) => [consumer, { deadLetters, parked }]))
}

const PAGE_SIZE = 200
const page = `order by event_id limit ${PAGE_SIZE}`

// Each table is read a page at a time along its index, however many rows it has.
const readPage = statement({
  name: 'kit-read-quarantined',
  text: `select event_id as "eventId", bool_or(dead) as "isDead", min(envelope) as envelope from (
      (select event_id, true as dead, envelope from kit.dead_letter where consumer = $1 and event_id > $2 ${page})
      union all (select event_id, false, envelope from kit.parked_event where consumer = $1 and event_id > $2 ${page})) as quarantined
    group by event_id ${page}`,
  parameters: [Sql.text, Sql.text],
  row: { eventId: Sql.text, isDead: Sql.boolean, envelope: Sql.text },
})

export type QuarantinedEvent = RowOf<typeof readPage.row>

/** Reads the dead letters and parked events of a consumer, a page of them in memory at a time. */
export async function* readQuarantined(database: Queryable, consumer: string): AsyncGenerator<QuarantinedEvent> {
  let after = ''
  for (;;) {
    const events = await readPage.on(database, consumer, after)
    yield* events
    if (events.length < PAGE_SIZE) return
    after = events.at(-1)?.eventId ?? after
  }
}

/**
 * A dead letter by its number alone; or by its number or the id of its event, of every consumer
 * that gave it up; or all of them.
 */
export type Selection = { letterId: number } | { id: string } | 'all'

/** $1 the number or the id of the event, $2 the number; null for any. */
export const chosen = '($1::text is null or event_id = $1 or id::text = $1) and ($2::bigint is null or id = $2)'
export const choiceParameters = [Sql.nullable(Sql.text), Sql.nullable(Sql.bigint)] as const

export function selectionParameters(selection: Selection): [string | null, number | null] {
  if (selection === 'all') return [null, null]
  return 'id' in selection ? [selection.id, null] : [null, selection.letterId]
}

const park = statement({
  name: 'kit-replay-dead-letters',
  text: `with
    -- the chosen dead letters
    letter as (delete from kit.dead_letter where ${chosen} returning *),
    -- their events, which are due now
    parked as (insert into kit.parked_event (consumer, event_id, source, subject, sequence, envelope, tries, due, reason)
          select consumer, event_id, source, subject, sequence, envelope, 0, clock_timestamp(), reason from letter where type <> '${missingType}'
          on conflict (consumer, event_id) do update set tries = 0, due = excluded.due)
      select ${letterColumns} from letter order by id`,
  parameters: choiceParameters,
  row: letterRow,
})

/**
 * Has dead letters handled once more, by the service's running consumer: they become parked events
 * whose next try is due now, with all their tries before them; for a missing event the publisher is
 * asked again. So the same inbox and position guard
 * the effect as ever, and the events that wait behind them follow in order. Of several dead letters
 * of one aggregate the later ones wait until the earlier ones are handled. Returns those that were
 * found.
 */
export async function replayDeadLetters(database: Queryable, selection: Selection): Promise<DeadLetter[]> {
  return await park.on(database, ...selectionParameters(selection))
}
