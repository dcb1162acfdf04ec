import type { Database } from '../database/database.ts'
import { bigint, statement, text } from '../database/statement.ts'
import type { Transaction } from '../database/transaction.ts'

export type DeadLetter = {
  id: number
  consumer: string
  eventId: string
  type: string
  source: string
  subject: string
  sequence: number | null
  tries: number
  reason: string
  created: Date
}

type Querying = Pick<Database, 'query'>

const columns = 'id, consumer, event_id as "eventId", type, source, subject, sequence, tries, reason, created'

/** The events that a service's consumers gave up, the oldest first. */
export async function listDeadLetters(database: Querying, limit = 1_000): Promise<DeadLetter[]> {
  return await database.query<DeadLetter>({
    text: `select ${columns} from kit.dead_letter order by id limit $1`,
    values: [limit],
  })
}

const countSetAsideStatement = statement({
  name: 'kit-count-set-aside',
  text: `select consumer, sum(dead)::bigint as "deadLetters", sum(parked)::bigint as parked from (
      select consumer, 1 as dead, 0 as parked from kit.dead_letter
      union all select consumer, 0, 1 from kit.parked_event) as set_aside
    group by consumer`,
  parameters: [],
  row: { consumer: text, deadLetters: bigint, parked: bigint },
})

/** How many dead letters and parked events each consumer has. Consumers without any are absent. */
export async function countSetAside(database: Querying): Promise<Record<string, { deadLetters: number; parked: number }>> {
  const rows = await countSetAsideStatement.on(database)
  return Object.fromEntries(rows.map(({ consumer, deadLetters, parked }) => [consumer, { deadLetters, parked }]))
}

export type SetAsideEvent = { eventId: string; isDead: boolean; envelope: string }

const SET_ASIDE_PAGE = 200

/** Reads the dead letters and parked events of a consumer, a page of them in memory at a time. */
export async function* readSetAside(database: Querying, consumer: string): AsyncGenerator<SetAsideEvent> {
  const page = `order by event_id limit ${SET_ASIDE_PAGE}`
  let after = ''
  for (;;) {
    const events = await database.query<SetAsideEvent>({
      name: 'kit-read-set-aside',
      // Each table is read a page at a time along its index, however many rows it has.
      text: `select event_id as "eventId", bool_or(dead) as "isDead", min(envelope) as envelope from (
          (select event_id, true as dead, envelope from kit.dead_letter where consumer = $1 and event_id > $2 ${page})
          union all (select event_id, false, envelope from kit.parked_event where consumer = $1 and event_id > $2 ${page})) as set_aside
        group by event_id ${page}`,
      values: [consumer, after],
    })
    yield* events
    if (events.length < SET_ASIDE_PAGE) return
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

/**
 * Has dead letters handled once more, by the service's running consumer: they become parked events
 * whose next try is due now, with all their tries before them. So the same inbox and position guard
 * the effect as ever, and the events that wait behind them follow in order. Of several dead letters
 * of one aggregate the later ones wait until the earlier ones are handled. Returns those that were
 * found.
 */
export async function replayDeadLetters(database: Querying, selection: Selection): Promise<DeadLetter[]> {
  return await database.query<DeadLetter>({
    text: `with letter as (delete from kit.dead_letter where ${chosen} returning *),
        parked as (insert into kit.parked_event (consumer, event_id, source, subject, sequence, envelope, tries, due, reason)
          select consumer, event_id, source, subject, sequence, envelope, 0, clock_timestamp(), reason from letter
          on conflict (consumer, event_id) do update set tries = 0, due = excluded.due)
      select ${columns} from letter order by id`,
    values: [chosenBy(selection)],
  })
}

/**
 * Gives dead letters up for good: their events count as done, and the events that wait behind them
 * are handled by the running consumer. Returns those that were found.
 */
export async function dropDeadLetters(database: Pick<Database, 'inTransaction'>, selection: Selection): Promise<DeadLetter[]> {
  return await database.inTransaction(async (tx) => {
    const letters = await tx.query<DeadLetter>({
      text: `with letter as (delete from kit.dead_letter where ${chosen} returning *)
        select ${columns} from letter order by consumer, source, subject, sequence`,
      values: [chosenBy(selection)],
    })
    for (const letter of letters) await passOver(tx, letter)
    return letters
  })
}

async function passOver(tx: Transaction, letter: DeadLetter): Promise<void> {
  const { consumer, eventId, source, subject, sequence } = letter
  const place = [consumer, source, subject, sequence]
  const isInOrder = sequence !== null && source !== '' && subject !== ''
  if (isInOrder && (await isAhead(tx, place))) return await leaveGap(tx, letter)
  await tx.query({
    text: 'insert into kit.inbox (consumer, event_id) values ($1, $2) on conflict do nothing',
    values: [consumer, eventId],
  })
  if (!isInOrder) return
  await tx.query({
    text: `insert into kit.event_position as position (consumer, source, subject, next_sequence, first_sequence)
      values ($1, $2, $3, $4::bigint + 1, 1)
      on conflict (consumer, source, subject) do update set next_sequence = excluded.next_sequence
        where position.next_sequence = $4`,
    values: place,
  })
  await tx.query({
    text: `update kit.parked_event set due = clock_timestamp()
      where consumer = $1 and source = $2 and subject = $3 and sequence = $4::bigint + 1`,
    values: place,
  })
}

/**
 * Whether earlier events of the aggregate are still to be handled. Keeps the position from moving
 * until the transaction ends.
 */
async function isAhead(tx: Transaction, place: readonly unknown[]): Promise<boolean> {
  const [row] = await tx.query<{ ahead: boolean }>({
    text: `select $4::bigint > coalesce((select next_sequence from kit.event_position
        where consumer = $1 and source = $2 and subject = $3 for update), 1) as ahead`,
    values: place,
  })
  return row?.ahead === true
}

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
  await tx.query({
    text: `insert into kit.parked_event (consumer, event_id, source, subject, sequence, envelope, due)
      values ($1, $2, $3, $4, $5, $6, clock_timestamp())
      on conflict (consumer, event_id) do update set envelope = excluded.envelope, due = excluded.due`,
    values: [consumer, eventId, source, subject, sequence, JSON.stringify(envelope)],
  })
}
