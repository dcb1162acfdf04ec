/**
 * Works on the items of a stream, at most `concurrency` at a time, and reads no further ahead. The
 * first error ends the reading; it is raised when the work that is under way has ended.
 */
export async function inParallel<T>(
  items: AsyncIterable<T>,
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]()
  let isEnding = false
  const worker = async () => {
    while (!isEnding) {
      const { value, done } = await iterator.next()
      if (done === true) return
      await work(value)
    }
  }
  const workers = Array.from({ length: concurrency }, () =>
    worker().catch((error: unknown) => {
      isEnding = true
      throw error
    }),
  )
  const results = await Promise.allSettled(workers)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed === undefined) return
  await iterator.return?.()
  throw failed.reason
}
