import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import type { ImportResult } from '../../import/run/import-file.ts'
import type { ImportPlan } from '../../import/run/import-plan.ts'
import { facts, table } from '../../output/table.ts'

/**
 * `Done` when the system has all rows of the file, `DoneInPart` when it has all but the refused
 * ones, else `Failed`.
 */
export function exitCodeOfImport({ reconciliation, refused, failed }: ImportResult): ExitCode {
  if (reconciliation === null) return refused === 0 ? exitCodes.Done : exitCodes.Failed
  if (!reconciliation.agrees) return exitCodes.Failed
  return refused + failed === 0 ? exitCodes.Done : exitCodes.DoneInPart
}

/** A readable summary of an import. */
export function describeImport(result: ImportResult, { resource, checksOnly, skipsRefused }: ImportPlan): string {
  const { items, refused, reconciliation, reportPath } = result
  if (reconciliation === null) {
    const found =
      refused === 0
        ? `Can be imported: ${items} of ${items} ${resource.name}.`
        : `Refused: ${refused} of ${items} ${resource.name}, see ${reportPath}.`
    const next = checksOnly || skipsRefused ? '' : ' Correct them, or import the rest with --skip-refused.'
    return `${found} Nothing was sent.${refused === 0 ? '' : next}`
  }
  return [counts(result), sums(result), differences(result)].filter((part) => part !== null).join('\n\n')
}

function counts({
  items,
  refused,
  failed,
  created,
  updated,
  existing,
  itemsPerSecond,
  reportPath,
  reconciliation,
  isResumed,
}: ImportResult): string {
  return facts([
    ['In the file', items],
    ['Rows compared', describeRows(reconciliation)],
    ['Refused', refused + failed === 0 ? 0 : `${refused + failed} (${reportPath})`],
    ['Created', created],
    ['Updated', updated],
    ['Already there', existing],
    ['Found in the system', `${reconciliation?.inSystem} of ${reconciliation?.inFile}`],
    ['Per second', itemsPerSecond === null ? null : Math.round(itemsPerSecond)],
    ['Resumed', isResumed ? 'yes' : null],
  ])
}

function describeRows(reconciliation: ImportResult['reconciliation']): string | null {
  if (reconciliation === null) return null
  const { rows, rowsWithTotal } = reconciliation
  return rowsWithTotal === 0 ? String(rows) : `${rows}, of which ${rowsWithTotal} state a total`
}

function sums({ reconciliation }: ImportResult): string | null {
  const rows = (reconciliation?.sums ?? []).map(({ measure, unit, file, system, agrees }) => [
    measure,
    unit,
    file,
    system,
    agrees ? 'yes' : 'NO',
  ])
  return rows.length === 0 ? null : table(['Sum', 'Of', 'File', 'System', 'Agrees'], rows)
}

function differences({ reconciliation, differencesPath }: ImportResult): string {
  if (reconciliation === null || reconciliation.agrees) return 'File and system agree.'
  const rows = reconciliation.examples.map(({ key, property, file, system }) => [
    key,
    property,
    formatValue(file),
    formatValue(system),
  ])
  return `File and system differ in ${reconciliation.differences} places (${differencesPath}):\n${table(['Item', 'What', 'File', 'System'], rows)}`
}

function formatValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
