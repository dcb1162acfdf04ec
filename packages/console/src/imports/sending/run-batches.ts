import { ROW_CHARACTERS_MAX, type Row } from '../reading/read-rows.ts'

/** Rows of one request. The same file gives the same batches each time. */
export type Batch = { index: number; rows: readonly Row[] }

/** Rows in batches of at most `max`, and of fewer when they are large. */
export async function* splitIntoBatches(rows: AsyncIterable<Row>, max: number): AsyncGenerator<Batch> {
  let batch: Row[] = []
  let characters = 0
  let index = 0
  for await (const row of rows) {
    const size = row.item === null ? 0 : row.text.length
    if (batch.length > 0 && (batch.length === max || characters + size > ROW_CHARACTERS_MAX)) {
      yield { index: index++, rows: batch }
      batch = []
      characters = 0
    }
    batch.push(row)
    characters += size
  }
  if (batch.length > 0) yield { index, rows: batch }
}

type Work = {
  /** What has been done before, by the indexes of batches. */
  done: ReadonlySet<number>
  /** Sends a batch and writes down what became of it. */
  work: (batch: Batch) => Promise<void>
  isStopped: () => boolean
  /** How many batches are under way at a time. */
  concurrency: number
}

/**
 * Works through batches that are not done, some at a time and no further ahead, until all are done
 * or the work is stopped. Returns whether all are. The first failure begins no further batch; it is
 * raised when those that are under way have ended.
 */
export async function runBatches(batches: AsyncIterable<Batch>, { done, work, isStopped, concurrency }: Work): Promise<boolean> {
  const iterator = batches[Symbol.asyncIterator]()
  let hasFailed = false
  let isCut = false
  const worker = async () => {
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
      if (done.has(next.value.index)) continue
      if (hasFailed || isStopped()) {
        isCut = true
        return
      }
      await work(next.value)
    }
  }
  const workers = Array.from({ length: concurrency }, () =>
    worker().catch((error: unknown) => {
      hasFailed = true
      throw error
    }),
  )
  const ended = await Promise.allSettled(workers)
  await iterator.return?.(undefined)
  const failed = ended.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return !isCut
}
