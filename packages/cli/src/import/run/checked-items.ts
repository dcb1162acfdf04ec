import { join } from 'node:path'
import { acceptedItems } from './accepted-items.ts'
import type { AcceptedItem } from './batches.ts'
import type { ImportPlan } from './import-plan.ts'
import { readProblems } from './problem-file.ts'

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
