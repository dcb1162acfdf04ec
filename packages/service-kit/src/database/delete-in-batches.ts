type Batches = {
  /** Maximum number of rows that one statement deletes. */
  size: number
  /** Maximum number of statements; no limit when absent. */
  countMax?: number
  signal?: AbortSignal | undefined
}

/**
 * Repeats a statement that deletes at most `size` rows and returns them, until it deletes fewer or
 * the signal is aborted. Returns the number of deleted rows.
 */
export async function deleteInBatches(
  deleteBatch: () => Promise<readonly unknown[]>,
  { size, countMax = Number.POSITIVE_INFINITY, signal }: Batches,
): Promise<number> {
  let deleted = 0
  for (let count = 0; count < countMax && signal?.aborted !== true; count++) {
    const rows = await deleteBatch()
    deleted += rows.length
    if (rows.length < size) break
  }
  return deleted
}
