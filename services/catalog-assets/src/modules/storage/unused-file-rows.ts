import type { Database } from '@oms/service-kit/database/database'
import { contentLock } from './stored-file-rows.ts'

type InTransaction = Pick<Database, 'inTransaction'>

/** Few: a stop of the process waits for their files to be removed. */
const ROWS_AT_ONCE = 20

/** True for a content that a write under way is going to refer to. */
const isHeld = (sha256: string) => `exists (select from file_hold where file_hold.sha256 = ${sha256} and expires > now())`
const isReferred = (sha256: string) => `exists (select from asset_place where asset_place.sha256 = ${sha256})`

/**
 * Deletes rows of files that lost a reference and have none left, a few at a time, and answers their contents; the files are the
 * caller's to remove. Several processes may do so at once. The rows are locked before references are counted: whoever refers to one
 * meanwhile waits, and finds it gone.
 */
export async function dropReleased({ inTransaction }: InTransaction): Promise<string[]> {
  return await inTransaction(async (tx) => {
    const locked = await tx.query<{ sha256: string }>({
      name: 'files-released',
      text: `select sha256 from stored_file where released is not null and not ${isHeld('stored_file.sha256')}
        order by released limit ${ROWS_AT_ONCE} for update skip locked`,
    })
    if (locked.length === 0) return []
    const gone = await tx.query<{ sha256: string }>({
      name: 'files-drop-released',
      text: `with kept as (update stored_file set released = null
          where sha256 = any ($1) and ${isReferred('stored_file.sha256')})
        delete from stored_file where sha256 = any ($1) and not ${isReferred('stored_file.sha256')} returning sha256`,
      values: [locked.map(({ sha256 }) => sha256)],
    })
    return gone.map(({ sha256 }) => sha256)
  })
}

/**
 * Runs the work, which removes the files of a content, unless a row stands for it or a write under way holds it; both can only change
 * once the work is done. Answers whether it was run. It may be run twice.
 */
export async function whileUnused({ inTransaction }: InTransaction, sha256: string, work: () => Promise<void>): Promise<boolean> {
  return await inTransaction(async (tx) => {
    await tx.query({ name: 'file-lock-content', text: `select ${contentLock('$1')}`, values: [sha256] })
    // A hold that is over is taken away from its owner, who notices when it is to be used up.
    await tx.query({
      name: 'file-holds-expire',
      text: 'delete from file_hold where sha256 = $1 and expires <= now()',
      values: [sha256],
    })
    const used = await tx.query({
      name: 'file-is-used',
      text: 'select from stored_file where sha256 = $1 union all select from file_hold where sha256 = $1',
      values: [sha256],
    })
    if (used.length > 0) return false
    await work()
    return true
  })
}
