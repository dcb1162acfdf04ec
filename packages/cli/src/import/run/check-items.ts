import { ofApi, problemAt } from '@oms/import/reading/read-item'
import type { Api } from '../resources/api.ts'
import { acceptedItems, type Refused } from './accepted-items.ts'
import { type Batch, batchesOf } from './batches.ts'
import type { ImportPlan, Progress } from './import-plan.ts'
import { inParallel } from './in-parallel.ts'
import type { Checked } from './journal.ts'
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
): Promise<Checked> {
  const { resource, concurrency } = plan
  const report = problemFile(path)
  const checked = { items: 0, refused: 0 }
  const refuse = async ({ line: itemLine, key, problems }: Refused) => {
    checked.refused++
    for (const problem of problems) await report.add({ ...problem, itemLine, key, stage: 'check' })
  }
  const count = (by: number) => {
    checked.items += by
    progress('check', checked.items, null)
  }
  const refuseUnasked = async (refused: Refused) => {
    await refuse(refused)
    count(1)
  }
  const batches = batchesOf(acceptedItems(plan.read(), resource, refuseUnasked), plan.batchSize)
  await inParallel(batches, concurrency, async (batch) => {
    for (const refused of await refusedBySystem(batch, plan, api)) await refuse(refused)
    count(batch.items.length)
  })
  await report.close()
  return checked
}

async function refusedBySystem({ items }: Batch, { resource }: ImportPlan, api: Api): Promise<Refused[]> {
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
