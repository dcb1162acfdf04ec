import { Sql, statement } from '../database/statement.ts'
import type { Transaction } from '../database/transaction.ts'
import {
  choiceParameters,
  chosen,
  type DeadLetter,
  letterColumns,
  letterRow,
  type Selection,
  selectionParameters,
} from './dead-letters.ts'

const drop = statement({
  name: 'kit-drop-dead-letters',
  text: `with
    -- the chosen dead letters
    letter as (delete from kit.dead_letter where ${chosen} returning *)
    select ${letterColumns} from letter order by consumer, source, subject, sequence`,
  parameters: choiceParameters,
  row: letterRow,
})

/**
 * Drops dead letters permanently: their events count as done, and the events that wait behind them
 * are handled by the running consumer. Returns those that were found.
 */
export async function dropDeadLetters(tx: Transaction, selection: Selection): Promise<DeadLetter[]> {
  const letters = await drop.on(tx, ...selectionParameters(selection))
  for (const letter of letters) await passOver(tx, letter)
  return letters
}

const markHandled = statement({
  name: 'kit-drop-mark-handled',
  text: 'insert into kit.inbox (consumer, event_id) values ($1, $2) on conflict do nothing',
  parameters: [Sql.text, Sql.text],
  row: {},
})

const movePosition = statement({
  name: 'kit-drop-move-position',
  text: `insert into kit.event_position as position (consumer, source, subject, next_sequence, first_sequence)
      values ($1, $2, $3, $4::bigint + 1, 1)
      on conflict (consumer, source, subject) do update set next_sequence = excluded.next_sequence
        where position.next_sequence = $4`,
  parameters: [Sql.text, Sql.text, Sql.text, Sql.bigint],
  row: {},
})

const releaseNext = statement({
  name: 'kit-drop-release-next',
  text: `update kit.parked_event set due = clock_timestamp()
      where consumer = $1 and source = $2 and subject = $3 and sequence = $4::bigint + 1`,
  parameters: [Sql.text, Sql.text, Sql.text, Sql.bigint],
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
  parameters: [Sql.text, Sql.text, Sql.text, Sql.bigint],
  row: { ahead: Sql.boolean },
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
  parameters: [Sql.text, Sql.text, Sql.text, Sql.text, Sql.nullable(Sql.bigint), Sql.text],
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
