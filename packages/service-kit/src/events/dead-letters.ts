import type { Database } from '../database/database.ts'
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

/** How many dead letters and parked events each consumer has. Consumers without any are absent. */
export async function countSetAside(database: Querying): Promise<Record<string, { deadLetters: number; parked: number }>> {
  const rows = await database.query<{ consumer: string; deadLetters: number; parked: number }>({
    name: 'kit-count-set-aside',
    text: `select consumer, sum(dead)::bigint as "deadLetters", sum(parked)::bigint as parked from (
        select consumer, 1 as dead, 0 as parked from kit.dead_letter
        union all select consumer, 0, 1 from kit.parked_event) as set_aside
      group by consumer`,
  })
  return Object.fromEntries(rows.map(({ consumer, deadLetters, parked }) => [consumer, { deadLetters, parked }]))
}

/** One dead letter by its number, an event by its id (of every consumer that gave it up), or all of them. */
export type Selection = { id: string } | 'all'

const chosen = '$1::text is null or event_id = $1 or id::text = $1'

function chosenBy(selection: Selection): string | null {
  return selection === 'all' ? null : selection.id
}

/**
 * Has dead letters handled once more, by the service's running consumer: they become parked events whose next try is due now,
 * with all their tries before them. So the same inbox and position guard the effect as ever, and the events that wait behind
 * them follow in order. Of several dead letters of one aggregate the later ones wait until the earlier ones are handled.
 * Answers those that were found.
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
 * Gives dead letters up for good: their events count as done, and the events that wait behind them are handled by the running
 * consumer. Answers those that were found.
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

async function passOver(tx: Transaction, { consumer, eventId, source, subject, sequence }: DeadLetter): Promise<void> {
  await tx.query({
    text: 'insert into kit.inbox (consumer, event_id) values ($1, $2) on conflict do nothing',
    values: [consumer, eventId],
  })
  if (sequence === null || source === '' || subject === '') return
  await tx.query({
    text: `insert into kit.event_position as position (consumer, source, subject, next_sequence, first_sequence)
      select $1, $2, $3, $4::bigint + 1, 1 where $4 = 1 or exists (
        select from kit.event_position where consumer = $1 and source = $2 and subject = $3)
      on conflict (consumer, source, subject) do update set next_sequence = excluded.next_sequence
        where position.next_sequence = $4`,
    values: [consumer, source, subject, sequence],
  })
  await tx.query({
    text: `update kit.parked_event set due = clock_timestamp()
      where consumer = $1 and source = $2 and subject = $3 and sequence = $4::bigint + 1`,
    values: [consumer, source, subject, sequence],
  })
}
