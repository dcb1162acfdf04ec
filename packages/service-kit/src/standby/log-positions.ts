import type pg from 'pg'
import { gathered } from '../database/batch-runner.ts'
import type { Database } from '../database/database.ts'
import { type RowOf, Sql, statement } from '../database/statement.ts'

// A timeline begins with each promotion; the same position of another one is another state.
const askPrimary = statement({
  name: 'kit-primary-position',
  text: `select pg_wal_lsn_diff(flushed, '0/0')::bigint as position, ('x' || left(pg_walfile_name(flushed), 8))::bit(32)::int as timeline,
      s.system_identifier::text as system, current_database()::text as database
    from pg_current_wal_flush_lsn() as flushed, pg_control_system() as s`,
  parameters: [],
  row: { position: Sql.bigint, timeline: Sql.integer, system: Sql.text, database: Sql.text },
})

// The timeline is that of the last restart point: after a promotion elsewhere it is known late,
// never too early.
const askStandby = statement({
  name: 'kit-standby-position',
  text: `select pg_is_in_recovery() as "isStandby", pg_wal_lsn_diff(coalesce(pg_last_wal_replay_lsn(), '0/0'), '0/0')::bigint as position,
      c.timeline_id as timeline, s.system_identifier::text as system, current_database()::text as database
    from pg_control_checkpoint() as c, pg_control_system() as s`,
  parameters: [],
  row: { isStandby: Sql.boolean, position: Sql.bigint, timeline: Sql.integer, system: Sql.text, database: Sql.text },
})

/**
 * Up to where the write-ahead log of the primary is on its disk, in bytes, with what makes
 * positions comparable.
 */
export type PrimaryPosition = RowOf<typeof askPrimary.row>

/**
 * Up to where a standby has replayed the log: what was committed up to there, its statements see.
 */
export type StandbyPosition = RowOf<typeof askStandby.row>

/**
 * Makes the function that asks the primary for its position: not before every commit that was
 * acknowledged when it is called. Calls that come while the primary is asked share the next
 * question. Raises `DomainError('Unavailable')`.
 */
export function positionOfPrimary(primary: Pick<Database, 'query'>): () => Promise<PrimaryPosition> {
  const ask = gathered<null, PrimaryPosition>(async (calls) => {
    const [position] = (await askPrimary.on(primary)) as [PrimaryPosition]
    return calls.map(() => position)
  })
  return () => ask(null)
}

/** The position of the standby at the other end of a connection. */
export async function positionOfStandby(connection: pg.PoolClient): Promise<StandbyPosition> {
  const { rows } = await connection.query(askStandby.with() as pg.QueryConfig)
  return rows[0]
}

/**
 * Whether a standby has that database of that primary, and no other history of it since a
 * promotion.
 */
export function follows(standby: StandbyPosition, primary: PrimaryPosition): boolean {
  const isSame = standby.system === primary.system && standby.database === primary.database
  return standby.isStandby && isSame && standby.timeline === primary.timeline
}
