import { join } from 'node:path'
import { DomainError, orRefusal } from '@open-oms/contracts/errors'
import { toItemProblems } from '@open-oms/import/mapping/mapped-items'
import { type Item, type Problem, problemAt, type ReadItem } from '@open-oms/import/reading/read-item'
import { refused } from '@open-oms/import/reading/reasons'
import type { Resource } from '../resources/resource.ts'
import { type AcceptedItem, BATCH_CHARACTERS_MAX } from './batches.ts'
import type { ImportPlan } from './import-plan.ts'
import { readProblems } from './problem-file.ts'

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

/** Where the refusals of the check are, which decide what is sent. */
export function checkReportPath({ folder }: Pick<ImportPlan, 'folder'>): string {
  return join(folder, 'check.ndjson')
}

/** The items that the check refused neither alone nor by asking the system. */
export async function* checkedItems(plan: ImportPlan): AsyncGenerator<AcceptedItem> {
  const refused = new Set<number>()
  for await (const { itemLine } of readProblems(checkReportPath(plan))) refused.add(itemLine)
  const ignore = async () => undefined
  for await (const accepted of acceptedItems(plan.read(), plan.resource, ignore)) if (!refused.has(accepted.line)) yield accepted
}
