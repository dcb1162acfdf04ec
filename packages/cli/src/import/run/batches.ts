import type { Item, Origin, RowFacts } from '@open-oms/import/reading/read-item'

/** An item to send. */
export type AcceptedItem = { line: number; key: string; item: Item; origin: Origin; rows: RowFacts }

/** Items of one request. The same file gives the same batches each time. */
export type Batch = { index: number; items: readonly AcceptedItem[] }

/**
 * A body of a batch endpoint has at most 20 MiB; half of it leaves room for characters of several
 * bytes.
 */
export const BATCH_CHARACTERS_MAX = 6 * 1024 * 1024

/** Items in batches of at most `max`, and of fewer when they are large. */
export async function* splitIntoBatches(items: AsyncIterable<AcceptedItem>, max: number): AsyncGenerator<Batch> {
  let batch: AcceptedItem[] = []
  let characters = 0
  let index = 0
  for await (const accepted of items) {
    const size = JSON.stringify(accepted.item).length
    if (batch.length > 0 && (batch.length === max || characters + size > BATCH_CHARACTERS_MAX)) {
      yield { index: index++, items: batch }
      batch = []
      characters = 0
    }
    batch.push(accepted)
    characters += size
  }
  if (batch.length > 0) yield { index, items: batch }
}
