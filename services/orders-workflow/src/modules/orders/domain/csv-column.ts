import { type PathStep, propertyPath } from '@open-oms/contracts/model/property-path'
import { Order } from '@open-oms/contracts/orders/order'
import type { Problems } from '@open-oms/contracts/problems'

/** A column of an export: its name in the first record, and what an order has there. */
export type CsvColumn = { header: string; read(order: Order): unknown }

/** The columns of an export that names none (orders.md#export-file). */
export const defaultCsvColumns = [
  'id',
  'orderNumber',
  'orderType',
  'status',
  'storeId',
  'marketId',
  'customerNumber',
  'customerName',
  'customerEmail',
  'billingCurrency',
  'total',
  'taxTotal',
  'netTotal',
  'remainingPayment',
  'created',
  'modified',
] as const

/**
 * The columns of property paths (see `propertyPath`). An unknown path becomes a problem at
 * `columns[i]`.
 */
export function csvColumns(paths: readonly string[], problems: Problems): CsvColumn[] {
  return paths.flatMap((path, index) => {
    const steps = propertyPath(Order, path)
    if (typeof steps !== 'string') return { header: path, read: (order: Order) => steps.reduce(stepInto, order as unknown) }
    problems.add(`columns[${index}]`, steps)
    return []
  })
}

type Item = { key: string | null; value: unknown }

/** Undefined where the order has nothing. */
function stepInto(value: unknown, step: PathStep): unknown {
  if (value === null || value === undefined) return undefined
  if ('field' in step) return (value as Record<string, unknown>)[step.field]
  if ('position' in step) return (value as unknown[])[step.position]
  return (value as Item[]).find((item) => item.key === step.key)?.value
}
