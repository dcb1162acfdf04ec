import type { Database } from '../database/database.ts'
import { bigint, boolean, integer, nullable, type RowOf, statement, text, timestamptz } from '../database/statement.ts'
import type { Transaction } from '../database/transaction.ts'
import { missingType } from '../event-losses/missing-events.ts'

const letterRow = {
  id: bigint,
  consumer: text,
  eventId: text,
  type: text,
  source: text,
  subject: text,
  sequence: nullable(bigint),
  tries: integer,
  reason: text,
  created: timestamptz,
}
export type DeadLetter = RowOf<typeof letterRow>

type Querying = Pick<Database, 'query'>

const columns = 'id, consumer, event_id as "eventId", type, source, subject, sequence, tries, reason, created'

const findLetters = statement({
  name: 'kit-list-dead-letters',
  text: `select ${columns} from kit.dead_letter order by id limit $1`,
  parameters: [bigint],
  row: letterRow,
})

/** The events that a service's consumers gave up, the oldest first. */
export async function listDeadLetters(database: Querying, limit = 1_000): Promise<DeadLetter[]> {
  return await findLetters.on(database, limit)
}

const countByConsumer = statement({
  name: 'kit-count-quarantined',
  text: `select consumer, sum(dead)::bigint as "deadLetters", sum(parked)::bigint as parked from (
      select consumer, 1 as dead, 0 as parked from kit.dead_letter
      union all select consumer, 0, 1 from kit.parked_event) as quarantined
    group by consumer`,
  parameters: [],
  row: { consumer: text, deadLetters: bigint, parked: bigint },
})

/** How many dead letters and parked events each consumer has. Consumers without any are absent. */
export async function countQuarantined(database: Querying): Promise<Record<string, { deadLetters: number; parked: number }>> {
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
  parameters: [text, text],
  row: { eventId: text, isDead: boolean, envelope: text },
})

export type QuarantinedEvent = RowOf<typeof readPage.row>

/** Reads the dead letters and parked events of a consumer, a page of them in memory at a time. */
export async function* readQuarantined(database: Querying, consumer: string): AsyncGenerator<QuarantinedEvent> {
  let after = ''
  for (;;) {
    const events = await readPage.on(database, consumer, after)
    yield* events
    if (events.length < PAGE_SIZE) return
    after = events.at(-1)?.eventId ?? after
  }
}

/**
 * One dead letter by its number, an event by its id (of every consumer that gave it up), or all of
 * them.
 */
export type Selection = { id: string } | 'all'

const chosen = '$1::text is null or event_id = $1 or id::text = $1'

function chosenBy(selection: Selection): string | null {
  return selection === 'all' ? null : selection.id
}

const park = statement({
  name: 'kit-replay-dead-letters',
  text: `with letter as (delete from kit.dead_letter where ${chosen} returning *),
        parked as (insert into kit.parked_event (consumer, event_id, source, subject, sequence, envelope, tries, due, reason)
          select consumer, event_id, source, subject, sequence, envelope, 0, clock_timestamp(), reason from letter where type <> '${missingType}'
          on conflict (consumer, event_id) do update set tries = 0, due = excluded.due)
      select ${columns} from letter order by id`,
  parameters: [nullable(text)],
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
export async function replayDeadLetters(database: Querying, selection: Selection): Promise<DeadLetter[]> {
  return await park.on(database, chosenBy(selection))
}

const drop = statement({
  name: 'kit-drop-dead-letters',
  text: `with letter as (delete from kit.dead_letter where ${chosen} returning *)
    select ${columns} from letter order by consumer, source, subject, sequence`,
  parameters: [nullable(text)],
  row: letterRow,
})

/**
 * Gives dead letters up for good: their events count as done, and the events that wait behind them
 * are handled by the running consumer. Returns those that were found.
 */
export async function dropDeadLetters(database: Pick<Database, 'inTransaction'>, selection: Selection): Promise<DeadLetter[]> {
  return await database.inTransaction(async (tx) => {
    const letters = await drop.on(tx, chosenBy(selection))
    for (const letter of letters) await passOver(tx, letter)
    return letters
  })
}

const markHandled = statement({
  name: 'kit-drop-mark-handled',
  text: 'insert into kit.inbox (consumer, event_id) values ($1, $2) on conflict do nothing',
  parameters: [text, text],
  row: {},
})

const movePosition = statement({
  name: 'kit-drop-move-position',
  text: `insert into kit.event_position as position (consumer, source, subject, next_sequence, first_sequence)
      values ($1, $2, $3, $4::bigint + 1, 1)
      on conflict (consumer, source, subject) do update set next_sequence = excluded.next_sequence
        where position.next_sequence = $4`,
  parameters: [text, text, text, bigint],
  row: {},
})

const releaseNext = statement({
  name: 'kit-drop-release-next',
  text: `update kit.parked_event set due = clock_timestamp()
      where consumer = $1 and source = $2 and subject = $3 and sequence = $4::bigint + 1`,
  parameters: [text, text, text, bigint],
  row: {},
})

async function passOver(tx: Transaction, letter: DeadLetter): Promise<void> {
  const { consumer, eventId, source, subject, sequence } = letter
  const isInOrder = sequence !== null && source !== '' && subject !== ''
  if (!isInOrder) return void (await markHandled.on(tx, consumer, eventId))
  const position = [consumer, source, subject, sequence] as const
  if (await isAhead(tx, position)) return await leaveGap(tx, letter)
  await markHandled.on(tx, consumer, eventId)
  await movePosition.on(tx, ...position)
  await releaseNext.on(tx, ...position)
}

const compareWithPosition = statement({
  name: 'kit-drop-compare-position',
  text: `select $4::bigint > coalesce((select next_sequence from kit.event_position
        where consumer = $1 and source = $2 and subject = $3 for update), 1) as ahead`,
  parameters: [text, text, text, bigint],
  row: { ahead: boolean },
})

/**
 * Whether earlier events of the aggregate are still to be handled. Keeps the position from moving
 * until the transaction ends.
 */
async function isAhead(tx: Transaction, position: readonly [string, string, string, number]): Promise<boolean> {
  const [row] = await compareWithPosition.on(tx, ...position)
  return row?.ahead === true
}

const parkGap = statement({
  name: 'kit-drop-leave-gap',
  text: `insert into kit.parked_event (consumer, event_id, source, subject, sequence, envelope, due)
      values ($1, $2, $3, $4, $5, $6, clock_timestamp())
      on conflict (consumer, event_id) do update set envelope = excluded.envelope, due = excluded.due`,
  parameters: [text, text, text, text, nullable(bigint), text],
  row: {},
})

/**
 * Its turn has not come: an event without effect takes its place among the parked ones, so that its
 * number does not become a gap that nobody fills.
 */
async function leaveGap(tx: Transaction, { consumer, eventId, source, subject, sequence, created }: DeadLetter): Promise<void> {
  const envelope = {
    specversion: '1.0',
    id: eventId,
    source,
    type: 'dropped',
    subject,
    time: created.toISOString(),
    datacontenttype: 'application/json',
    dataschema: 'urn:oms:event:dropped',
    sequence,
    data: null,
  }
  await parkGap.on(tx, consumer, eventId, source, subject, sequence, JSON.stringify(envelope))
}
