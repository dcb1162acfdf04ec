import { ofApi, problemAt } from '@oms/import/reading/read-item'
import type { Api } from '../resources/api.ts'
import { acceptedItems, type RefusedItem } from './accepted-items.ts'
import { type Batch, splitIntoBatches } from './batches.ts'
import type { ImportPlan, Progress } from './import-plan.ts'
import { inParallel } from './in-parallel.ts'
import type { CheckResult } from './journal.ts'
import { problemFile } from './problem-file.ts'

/**
 * Checks the whole file, alone and by the system where that can check without writing, and writes
 * what is refused to `path` (NDJSON). Returns how many items there are and how many of them were
 * refused. Raises `UnreadableFile`.
 */
export async function checkItems(
  plan: ImportPlan,
  path: string,
  { api, progress }: { api: Api; progress: Progress },
): Promise<CheckResult> {
  const { resource, concurrency } = plan
  const report = problemFile(path)
  const checked = { items: 0, refused: 0 }
  const refuse = async ({ line: itemLine, key, problems }: RefusedItem) => {
    checked.refused++
    for (const problem of problems) await report.add({ ...problem, itemLine, key, stage: 'check' })
  }
  const count = (by: number) => {
    checked.items += by
    progress('check', checked.items, null)
  }
  const refuseUnasked = async (refused: RefusedItem) => {
    await refuse(refused)
    count(1)
  }
  const batches = splitIntoBatches(acceptedItems(plan.read(), resource, refuseUnasked), plan.batchSize)
  await inParallel(batches, concurrency, async (batch) => {
    for (const refused of await refusedBySystem(batch, plan, api)) await refuse(refused)
    count(batch.items.length)
  })
  await report.close()
  return checked
}

async function refusedBySystem({ items }: Batch, { resource }: ImportPlan, api: Api): Promise<RefusedItem[]> {
  const refusals =
    (await resource.check?.(
      api,
      items.map(({ item }) => item),
    )) ?? []
  const byIndex = Map.groupBy(refusals, ({ index }) => index)
  return [...byIndex].map(([index, found]) => {
    const { line, key, origin } = items[index] as Batch['items'][number]
    return { line, key, problems: found.map(({ path, reason }) => problemAt(origin, path, ofApi(reason))) }
  })
}
