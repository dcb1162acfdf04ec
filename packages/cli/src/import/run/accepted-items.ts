import { DomainError, orRefusal } from '@oms/contracts/errors'
import { problemsOf } from '../mapping/mapped-items.ts'
import { type Problem, problemAt, type ReadItem } from '../reading/read-item.ts'
import type { Item, Resource } from '../resources/resource.ts'
import { type Accepted, BATCH_CHARACTERS_MAX } from './batches.ts'

/** An item of the file that is refused without asking the system. */
export type Refused = { line: number; key: string | null; problems: Problem[] }

/**
 * The items of a file that can be sent: they were read, are what the API takes, and no earlier item
 * has their key. Others go to `refuse`. The same file gives the same items each time.
 */
export async function* acceptedItems(
  items: AsyncIterable<ReadItem>,
  resource: Resource,
  refuse: (refused: Refused) => Promise<void>,
): AsyncGenerator<Accepted> {
  // One entry for each key is what memory grows by: some 100 bytes.
  const linesByKey = new Map<string, number>()
  for await (const { line, item: sent, problems, origin } of items) {
    const item = problems.length > 0 || sent === null ? problems : readOf(sent, resource, origin)
    if (Array.isArray(item)) {
      await refuse({ line, key: sent === null ? null : keyOf(sent, resource), problems: item })
      continue
    }
    const key = resource.keyOf(item)
    const reason = key === null ? 'is required' : whyRepeated(linesByKey, key)
    if (key === null || reason !== null) {
      await refuse({ line, key, problems: [problemAt(origin, resource.keyPath, reason ?? '')] })
      continue
    }
    linesByKey.set(key, line)
    yield { line, key, item, origin }
  }
}

function readOf(sent: Item, resource: Resource, origin: Accepted['origin']): Item | Problem[] {
  const item = orRefusal(() => resource.read(sent))
  if (item instanceof DomainError) return problemsOf(origin, item.details.errors ?? { '': [item.message] })
  if (JSON.stringify(item).length > BATCH_CHARACTERS_MAX)
    return [problemAt(origin, '', `is larger than ${BATCH_CHARACTERS_MAX} characters, which no request takes`)]
  return item
}

function keyOf(item: Item, resource: Resource): string | null {
  const key = orRefusal(() => resource.keyOf(item))
  return typeof key === 'string' ? key.slice(0, 200) : null
}

function whyRepeated(linesByKey: ReadonlyMap<string, number>, key: string): string | null {
  const line = linesByKey.get(key)
  return line === undefined
    ? null
    : `is the same as on line ${line}: ${JSON.stringify(key)}. Rows of one item must follow each other`
}
