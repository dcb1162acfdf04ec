import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type { Api } from '../resources/api.ts'
import { mergeSums } from '../resources/merge-sums.ts'
import type { Difference, Sum } from '../resources/resource.ts'
import { checkedItems } from './accepted-items.ts'
import { splitIntoBatches } from './batches.ts'
import type { ImportPlan, Progress } from './import-plan.ts'
import { inParallel } from './in-parallel.ts'
import type { Journal } from './journal.ts'

/** The file against the system, after an import. */
export type Reconciliation = {
  /** Rows of the file, and how many totals they state; repetitions within an item do not count. */
  rows: number
  rowsWithTotal: number
  /** Items of the file that can be sent, and those of them that the system has. */
  inFile: number
  inSystem: number
  sums: readonly { measure: Sum['measure']; unit: string; file: string; system: string; agrees: boolean }[]
  differences: number
  /** The first of them; all are in the file of differences. */
  examples: readonly Difference[]
  /** Whether everything that could be sent is in the system as the file says. */
  agrees: boolean
}

const EXAMPLES_MAX = 10

/**
 * Reads back everything that the file has and compares it. Writes each difference to
 * `differencesPath` (NDJSON).
 */
export async function reconcile(
  plan: ImportPlan,
  journal: Journal,
  { api, progress, items, differencesPath }: { api: Api; progress: Progress; items: number; differencesPath: string },
): Promise<Reconciliation> {
  const stream = createWriteStream(differencesPath)
  const found = { rows: 0, rowsWithTotal: 0, inFile: 0, inSystem: 0, differences: 0 }
  const examples: Difference[] = []
  let sums: Sum[] = []
  const batches = splitIntoBatches(checkedItems(plan), plan.batchSize)
  const refused = refusedLines(journal)
  await inParallel(batches, plan.concurrency, async (batch) => {
    const compared = batch.items.filter(({ line }) => !refused.has(line))
    const comparison = await plan.resource.compare(api, compared)
    for (const { rows } of compared) {
      found.rows += rows.count
      found.rowsWithTotal += rows.totals.length
    }
    found.inFile += compared.length
    found.inSystem += comparison.found
    found.differences += comparison.differences.length
    for (const difference of comparison.differences) {
      if (examples.length < EXAMPLES_MAX) examples.push(difference)
      stream.write(`${JSON.stringify(difference)}\n`)
    }
    sums = mergeSums([...sums, ...comparison.sums])
    progress('compare', found.inFile, items)
  })
  stream.end()
  await finished(stream)
  return { ...found, sums: sums.map(writtenSum), examples, agrees: found.differences === 0 && found.inFile === found.inSystem }
}

/**
 * The items that the system refused when they were sent; they are in the report, and missing as
 * expected.
 */
function refusedLines({ sent }: Journal): Set<number> {
  return new Set([...sent.values()].flatMap(({ refusals }) => refusals.map(({ itemLine }) => itemLine)))
}

function writtenSum({ measure, unit, file, system }: Sum): Reconciliation['sums'][number] {
  return { measure, unit, file: file.toFixed(), system: system.toFixed(), agrees: file.equals(system) }
}
