import { deleteInBatches } from '../database/delete-in-batches.ts'
import { Sql, statement } from '../database/statement.ts'
import type { Transaction } from '../database/transaction.ts'

type Queryable = Pick<Transaction, 'query'>

/** That a stream has stored an event, and where. */
export type Acknowledgement = {
  /** Of the row of the outbox. */
  id: number
  stream: string
  sequence: number
  /** The server remembers the id of the event and has not stored it again. */
  isDuplicate: boolean
}

/**
 * Behind rows with the id of an event: its content, looked up row by row. A join would let the
 * planner read all events that are kept when its statistics are old.
 */
export const joinEvent = (rows: string) =>
  `cross join lateral (select event_id, type, traceparent, envelope from kit.event where event.id = ${rows}.id offset 0) as content`

const record = statement({
  name: 'kit-record-published',
  text: `with
    -- the events that the stream has confirmed
    published as (delete from kit.waiting_event where id = any($1) returning id)
    insert into kit.event_place (stream, sequence, id)
    select stream, sequence, id
    from published join unnest($1, $2::text[], $3::bigint[]) as acknowledged (id, stream, sequence) using (id)`,
  parameters: [Sql.list(Sql.bigint), Sql.list(Sql.text), Sql.list(Sql.bigint)],
  row: {},
})

/** Notes the places of events in their streams; they do not wait any more. */
export async function recordPublished(database: Queryable, acknowledged: readonly Acknowledgement[]): Promise<void> {
  if (acknowledged.length === 0) return
  await record.on(
    database,
    acknowledged.map(({ id }) => id),
    acknowledged.map(({ stream }) => stream),
    acknowledged.map(({ sequence }) => sequence),
  )
}

const ROWS_PER_STATEMENT = 5_000

const putBack = (condition: string) => `with
  -- the events that the stream has lost
  lost as (
    delete from kit.event_place where ctid = any (array (
      select ctid from kit.event_place where stream = $1 and ${condition} order by sequence limit ${ROWS_PER_STATEMENT}
    )) returning id
  )
  insert into kit.waiting_event (id, is_repeated) select id, true from lost order by id returning 1 as lost`

const putBackBetween = statement({
  name: 'kit-put-back-between',
  text: putBack('sequence between $2 and $3'),
  parameters: [Sql.text, Sql.bigint, Sql.bigint],
  row: { lost: Sql.integer },
})

const putBackListed = statement({
  name: 'kit-put-back-listed',
  text: putBack('sequence = any($2)'),
  parameters: [Sql.text, Sql.list(Sql.bigint)],
  row: { lost: Sql.integer },
})

/** Sequences of a stream: all between two of them, or listed ones. */
export type LostSequences = { from: number; to: number } | { listed: readonly number[] }

/**
 * Has the published events of these sequences wait again, under their former ids, so that they are
 * published again before later ones. Returns how many there were.
 */
export async function putBackLost(database: Queryable, stream: string, lost: LostSequences): Promise<number> {
  const move = () =>
    'listed' in lost ? putBackListed.on(database, stream, lost.listed) : putBackBetween.on(database, stream, lost.from, lost.to)
  return await deleteInBatches(move, { size: ROWS_PER_STATEMENT })
}

const findReused = statement({
  name: 'kit-reused-sequence',
  text: `select min(sequence) as sequence from unnest($2::bigint[], $3::boolean[]) as acknowledged (sequence, is_duplicate)
    where not is_duplicate
      or exists (select from kit.event_place as former where former.stream = $1 and former.sequence = acknowledged.sequence)`,
  parameters: [Sql.text, Sql.list(Sql.bigint), Sql.list(Sql.boolean)],
  row: { sequence: Sql.nullable(Sql.bigint) },
})

/**
 * The lowest sequence that a stream has given a second time, out of acknowledgements that are not
 * recorded yet and are not above the last recorded one; null when there is none. That of a
 * duplicate is the event's own, unless another event is recorded there.
 */
export async function reusedSequence(
  database: Queryable,
  stream: string,
  acknowledged: readonly Acknowledgement[],
): Promise<number | null> {
  const sequences = acknowledged.map(({ sequence }) => sequence)
  const areDuplicates = acknowledged.map(({ isDuplicate }) => isDuplicate)
  const [reused] = await findReused.on(database, stream, sequences, areDuplicates)
  return reused?.sequence ?? null
}

const findFirst = statement({
  name: 'kit-first-published',
  text: 'select min(sequence) as sequence from kit.event_place where stream = $1',
  parameters: [Sql.text],
  row: { sequence: Sql.nullable(Sql.bigint) },
})

/** The lowest recorded sequence of a stream; null when nothing of it is kept. */
export async function firstRecorded(database: Queryable, stream: string): Promise<number | null> {
  const [first] = await findFirst.on(database, stream)
  return first?.sequence ?? null
}

const findKnown = statement({
  name: 'kit-known-streams',
  text: `select name, created, coalesce((select max(sequence) from kit.event_place where stream = name), 0) as last_sequence
    from kit.known_stream`,
  parameters: [],
  row: { name: Sql.text, created: Sql.text, last_sequence: Sql.bigint },
})

type KnownStream = { name: string; created: string; last_sequence: number }

/**
 * The streams that events were published to, with the highest sequence that is recorded; 0 when
 * nothing is kept.
 */
export async function knownStreams(database: Queryable): Promise<KnownStream[]> {
  return await findKnown.on(database)
}

const findWaiting = statement({
  name: 'kit-find-waiting-event',
  text: `select from kit.waiting_event as waiting ${joinEvent('waiting')} where event_id::text = $1`,
  parameters: [Sql.text],
  row: {},
})

/** Whether an event is in the outbox: it may be published without being recorded yet. */
export async function isWaiting(database: Queryable, eventId: string): Promise<boolean> {
  return (await findWaiting.on(database, eventId)).length > 0
}

const saveKnown = statement({
  name: 'kit-save-known-stream',
  text: 'insert into kit.known_stream (name, created) values ($1, $2) on conflict (name) do update set created = excluded.created',
  parameters: [Sql.text, Sql.text],
  row: {},
})

/** Remembers when the server made a stream. */
export async function saveKnownStream(database: Queryable, name: string, created: string): Promise<void> {
  await saveKnown.on(database, name, created)
}

const deleteKnown = statement({ name: 'kit-forget-streams', text: 'delete from kit.known_stream', parameters: [], row: {} })

/**
 * Puts every published event back into the outbox and forgets the streams, for a restored database:
 * the NATS server that it will publish to does not have them (events.md#losses-of-a-stream).
 */
export async function forgetStreams(database: Queryable): Promise<void> {
  const all = { from: 0, to: Number.MAX_SAFE_INTEGER }
  for (const { name } of await knownStreams(database)) await putBackLost(database, name, all)
  await deleteKnown.on(database)
}
