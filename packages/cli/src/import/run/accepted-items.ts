import { DomainError, orRefusal } from '@oms/contracts/errors'
import { toItemProblems } from '@oms/import/mapping/mapped-items'
import { type Item, type Problem, problemAt, type ReadItem } from '@oms/import/reading/read-item'
import { refused } from '@oms/import/reading/reasons'
import type { Resource } from '../resources/resource.ts'
import { type AcceptedItem, BATCH_CHARACTERS_MAX } from './batches.ts'

/** An item of the file that is refused without asking the system. */
export type RefusedItem = { line: number; key: string | null; problems: readonly Problem[] }

/**
 * The items of a file that can be sent: they were read and are what the API takes. Others go to
 * `refuse`. The same file gives the same items each time.
 */
export async function* acceptedItems(
  items: AsyncIterable<ReadItem>,
  resource: Resource,
  refuse: (refused: RefusedItem) => Promise<void>,
): AsyncGenerator<AcceptedItem> {
  for await (const { line, key, item: sent, problems, origin, rows } of items) {
    const item = problems.length > 0 || sent === null ? problems : readBack(sent, resource, origin)
    if (isRefusal(item)) await refuse({ line, key: key?.slice(0, 200) ?? null, problems: item })
    else yield { line, key: key as string, item, origin, rows }
  }
}

function isRefusal(item: Item | readonly Problem[]): item is readonly Problem[] {
  return Array.isArray(item)
}

function readBack(sent: Item, resource: Resource, origin: AcceptedItem['origin']): Item | Problem[] {
  const item = orRefusal(() => resource.read(sent))
  if (item instanceof DomainError) return toItemProblems(origin, item.details.errors ?? { '': [item.message] })
  if (JSON.stringify(item).length > BATCH_CHARACTERS_MAX)
    return [problemAt(origin, '', refused('tooLong', { max: BATCH_CHARACTERS_MAX }))]
  return item
}
