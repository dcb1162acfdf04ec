import type { ImportedRow } from '../work/import-commands.ts'
import type { Facts, Violation } from './facts.ts'
import { isSuccess, type Operation } from './operations.ts'

/**
 * Rows of imports that are acknowledged and not there, or that several requests say to have
 * created.
 */
export function importFaults(operations: readonly Operation[], { orders }: Pick<Facts, 'orders'>): Violation[] {
  const rows = operations
    .filter(({ operation, status }) => operation === 'import' && isSuccess(status))
    .flatMap(({ response }) => response as ImportedRow[])
  return [...Map.groupBy(rows, ({ id }) => id)].flatMap(([id, own]) => {
    const created = own.filter(({ status }) => status === 'created').length
    const others = own.filter(({ status }) => status !== 'created' && status !== 'skipped')
    const texts = others.map(({ status }) => `a row that is right was ${status}`)
    if (created > 1) texts.push(`${created} requests have created it`)
    if (others.length < own.length && !orders.has(id)) texts.push('was acknowledged and is not there')
    return texts.map((text) => ({ check: 'import', about: id, text }))
  })
}
