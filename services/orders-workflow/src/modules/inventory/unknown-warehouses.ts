import type { Store } from '@oms/contracts/config/stores'
import { collectProblems } from '../../order/document/problems.ts'

/** The warning for a warehouse of no store: no order takes goods from it unless it names it. */
export const NO_STORE_HAS_IT = 'No store has this warehouse.'

type Row = { warehouseCode: string }

/** The warehouses of the rows that no store has, case-sensitive as everywhere in the stock. */
export function findUnknownWarehouses(stores: readonly Store[], rows: readonly Row[]): ReadonlySet<string> {
  const known = new Set(stores.flatMap(({ warehouses }) => warehouses))
  return new Set(rows.map(({ warehouseCode }) => warehouseCode).filter((code) => !known.has(code)))
}

/** Refuses, with `ValidationFailed`, each row whose warehouse is among the unknown ones. */
export function refuseUnknownWarehouses(rows: readonly Row[], unknown: ReadonlySet<string>): void {
  const problems = collectProblems()
  for (const [index, { warehouseCode }] of rows.entries()) {
    if (unknown.has(warehouseCode)) problems.add(`[${index}].warehouseCode`, 'is a warehouse of no store')
  }
  problems.throwIfAny()
}
