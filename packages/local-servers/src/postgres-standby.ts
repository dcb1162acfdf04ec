import { appendFileSync, chownSync, cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

export type StandbyPlan = {
  /** The primary with an administrator. */
  primaryUrl: string
  /** The real path of the primary's cluster. */
  from: string
  /** The folder of the standby's cluster; made here. */
  to: string
  /** How the standby reaches the primary: an address of a user with REPLICATION. */
  conninfo: string
}

const leftOut = /postmaster\.(pid|opts)$|pg_replslot\/.|pg_wal\/.{24}$/

/**
 * Copies a running primary as `pg_basebackup -R -X stream` does, which is not shipped with the
 * embedded server; a server that is started in the copy is its standby. What the primary writes
 * meanwhile it must keep (`wal_keep_size`) until the standby follows.
 */
export async function copyPrimary({ primaryUrl, from, to, conninfo }: StandbyPlan): Promise<void> {
  const session = new pg.Client({ connectionString: primaryUrl })
  await session.connect()
  try {
    await session.query(`select pg_backup_start('standby', true)`)
    // PostgreSQL wants a folder that is closed to others.
    mkdirSync(to, { mode: 0o700 })
    // Without a filter Node copies the thousand files in one go, and ten times as fast.
    cpSync(from, to, { recursive: true })
    const { rows } = await session.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    writeFileSync(join(to, 'backup_label'), rows[0]?.labelfile ?? '')
  } finally {
    await session.end()
  }
  writeFileSync(join(to, 'standby.signal'), '')
  appendFileSync(join(to, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo.replaceAll("'", "''")}'\n`)
  const { uid, gid } = statSync(from)
  for (const path of ['', ...readdirSync(to, { recursive: true, encoding: 'utf8' })]) {
    if (leftOut.test(path)) rmSync(join(to, path), { recursive: true, force: true })
    else chownSync(join(to, path), uid, gid)
  }
}
