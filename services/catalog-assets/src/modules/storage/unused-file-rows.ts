import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import { contentLock } from './stored-file-rows.ts'

type InTransaction = Pick<Database, 'inTransaction'>

/** Few, because a stop of the process waits for the removal of their files. */
const ROWS_AT_ONCE = 20

/** True for a content that a running write is going to refer to. */
const isHeld = (sha256: string) => `exists (select from file_hold where file_hold.sha256 = ${sha256} and expires > now())`
const isReferred = (sha256: string) => `exists (select from asset_place where asset_place.sha256 = ${sha256})`

const lockReleased = statement({
  name: 'files-released',
  text: `select sha256 from stored_file where released is not null and not ${isHeld('stored_file.sha256')}
    order by released limit ${ROWS_AT_ONCE} for update skip locked`,
  parameters: [],
  row: { sha256: Sql.text },
})

const deleteUnreferred = statement({
  name: 'files-drop-released',
  text: `with
    -- released content that is shown again
    kept as (update stored_file set released = null
      where sha256 = any ($1) and ${isReferred('stored_file.sha256')})
    delete from stored_file where sha256 = any ($1) and not ${isReferred('stored_file.sha256')} returning sha256`,
  parameters: [Sql.list(Sql.text)],
  row: { sha256: Sql.text },
})

/**
 * Deletes rows of files that lost their last reference, a few at a time, and returns their
 * contents; the caller removes the files. Several processes may do so concurrently. The rows are
 * locked before references are counted: a concurrent write that refers to one waits and finds it
 * gone.
 */
export async function dropReleased({ inTransaction }: InTransaction): Promise<string[]> {
  return await inTransaction(async (tx) => {
    const locked = await lockReleased.on(tx)
    if (locked.length === 0) return []
    const sha256s = locked.map(({ sha256 }) => sha256)
    const gone = await deleteUnreferred.on(tx, sha256s)
    return gone.map(({ sha256 }) => sha256)
  })
}

const lockContent = statement({
  name: 'file-lock-content',
  text: `select ${contentLock('$1')}`,
  parameters: [Sql.text],
  row: { pg_advisory_xact_lock: Sql.nothing },
})

const expireHolds = statement({
  name: 'file-holds-expire',
  text: 'delete from file_hold where sha256 = $1 and expires <= now()',
  parameters: [Sql.text],
  row: {},
})

/**
 * One statement, and so one moment: a write that commits its row ends its hold in the same commit,
 * and between two statements neither would be seen.
 */
const findUse = statement({
  name: 'file-find-use',
  text: `select from (values (1)) as one
    where exists (select from stored_file where sha256 = $1) or exists (select from file_hold where sha256 = $1)`,
  parameters: [Sql.text],
  row: {},
})

/**
 * Runs the work, which removes the files of a content, unless it has a row or a running write holds
 * it; both can only change after the work is done. Returns whether the work was run. It may be run
 * twice.
 */
export async function whileUnused({ inTransaction }: InTransaction, sha256: string, work: () => Promise<void>): Promise<boolean> {
  return await inTransaction(async (tx) => {
    await lockContent.on(tx, sha256)
    // The owner of an expired hold notices its removal when it refers to the file.
    await expireHolds.on(tx, sha256)
    const [used] = await findUse.on(tx, sha256)
    if (used !== undefined) return false
    await work()
    return true
  })
}
