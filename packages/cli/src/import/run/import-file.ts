import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ofApi, problemAt } from '@open-oms/import/reading/read-item'
import { holdLock } from '../../lock-folder.ts'
import type { Api } from '../resources/api.ts'
import { acceptedItems, checkReportPath, type RefusedItem } from './accepted-items.ts'
import { type Batch, splitIntoBatches } from './batches.ts'
import type { ImportPlan, Progress } from './import-plan.ts'
import { inParallel } from './in-parallel.ts'
import { type CheckResult, type Journal, openJournal } from './journal.ts'
import { type ProblemFile, problemFile, readProblems } from './problem-file.ts'
import { type Reconciliation, reconcile } from './reconcile.ts'
import { sendBatches } from './send-batches.ts'

export type ImportResult = {
  /** Null when nothing was sent. */
  reconciliation: Reconciliation | null
  items: number
  refused: number
  created: number
  updated: number
  existing: number
  failed: number
  isResumed: boolean
  /** Of the sending alone; null when nothing was sent. */
  itemsPerSecond: number | null
  reportPath: string
  differencesPath: string
}

/**
 * Imports a file: checks all of it, sends what is accepted, and compares the file with the system.
 * Nothing is sent while anything is refused, unless `skipsRefused`. A second call for the same file
 * continues where a killed one stopped. Raises `UnreadableFile`, `JournalMismatch`,
 * `UnexpectedResponse`, and when another process imports the same file.
 */
export async function importFile(plan: ImportPlan, api: Api, progress: Progress): Promise<ImportResult> {
  await mkdir(plan.folder, { recursive: true })
  const release = await holdLock(plan.folder, 'imports this file')
  try {
    const journal = await openJournal(join(plan.folder, 'journal.ndjson'), plan.identity, plan)
    try {
      return await run(plan, journal, { api, progress })
    } finally {
      await journal.close()
    }
  } finally {
    await release()
  }
}

const differencesFilePath = ({ folder }: ImportPlan) => join(folder, 'differences.ndjson')

async function run(
  plan: ImportPlan,
  journal: Journal,
  { api, progress }: { api: Api; progress: Progress },
): Promise<ImportResult> {
  const { isResumed } = journal
  const checked = journal.checked ?? (await checkItems(plan, checkReportPath(plan), { api, progress }))
  const isStopped = plan.checksOnly || (checked.refused > 0 && !plan.skipsRefused)
  // What was only checked is checked again next time: the file or the configuration may be another
  // by then.
  if (journal.checked === null && !isStopped) await journal.recordChecked(checked)
  const base = { items: checked.items, isResumed, reportPath: plan.reportPath, differencesPath: differencesFilePath(plan) }
  if (isStopped) {
    await writeReport(plan, journal)
    return {
      ...base,
      refused: checked.refused,
      reconciliation: null,
      created: 0,
      updated: 0,
      existing: 0,
      failed: 0,
      itemsPerSecond: null,
    }
  }
  const itemsPerSecond = await sendBatches(plan, journal, { api, progress, items: checked.items })
  await writeReport(plan, journal)
  const reconciliation = await reconcile(plan, journal, {
    api,
    progress,
    items: checked.items,
    differencesPath: differencesFilePath(plan),
  })
  await journal.recordEnd()
  return { ...base, ...countOutcomes(journal), refused: checked.refused, reconciliation, itemsPerSecond }
}

function countOutcomes({ sent }: Journal): Pick<ImportResult, 'created' | 'updated' | 'existing' | 'failed'> {
  const counts = { created: 0, updated: 0, existing: 0, failed: 0 }
  for (const batch of sent.values())
    for (const name of Object.keys(counts) as (keyof typeof counts)[]) counts[name] += batch[name]
  return counts
}

async function writeReport(plan: ImportPlan, journal: Journal): Promise<void> {
  const report = problemFile(plan.reportPath)
  for await (const problem of readProblems(checkReportPath(plan))) await report.add(problem)
  await reportFailures(report, journal)
  await report.close()
}

async function reportFailures(report: ProblemFile, { sent }: Journal): Promise<void> {
  for (const { refusals } of [...sent.values()].toSorted((a, b) => a.batch - b.batch))
    for (const { itemLine, key, problem } of refusals) await report.add({ ...problem, itemLine, key, stage: 'send' })
}

/**
 * Checks the whole file, alone and by the system where that can check without writing, and writes
 * what is refused to `path` (NDJSON). Returns how many items there are and how many of them were
 * refused. Raises `UnreadableFile`.
 */
async function checkItems(
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
