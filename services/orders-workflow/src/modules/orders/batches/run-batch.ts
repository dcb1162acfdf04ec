import { DomainError, orRefusal } from '@open-oms/contracts/errors'
import type { OrderBatchResult } from '@open-oms/contracts/orders/batch'
import { unpaidGoodsWarning } from '../../../order/rules/fulfilment/unpaid-goods.ts'
import { namelessSkus } from '../../../order/rules/lines/line-names.ts'
import { type PackageCatalogue, packageCatalogue } from '../../../order/rules/packages/package-catalogue.ts'
import { findIds } from '../../../order/store/order-look-ups.ts'
import { forEachYielding } from '../../../order/write/for-each-yielding.ts'
import type { WriteResult } from '../../../order/write/intent.ts'
import { RefusedIntent } from '../../../order/write/refused-intent.ts'
import type { WriteRequest } from '../../../order/write/write-context.ts'
import { writeOrders } from '../../../order/write/write-orders.ts'
import { findProducts } from '../../../product-copy/product-copy.ts'
import { loadLinePackages } from '../../packages/break-down-packages.ts'
import type { RunnerDeps } from '../../workflow/runner/runner-deps.ts'
import { batchError, batchResults, isRowError, type RowFailure, type RowOutcome, repeatedRows } from '../domain/batch-rows.ts'
import { type BatchRow, type LookedUp, toRowIntent } from './new-row.ts'
import { type BatchInput, type BatchPreferences, readBatch } from './read-batch.ts'

export type BatchCommand = {
  /** The rows as they were sent. */
  body: readonly unknown[]
  preferences: BatchPreferences
  write: WriteRequest
  /** True: rows are checked and nothing is written. */
  dryRun?: boolean
}

/** A row with its pending write. */
export type MadeRow = BatchInput & { row: BatchRow }

export type BatchKind = {
  /**
   * Creates the pending write of a row. What is wrong with the row in itself shows here: raises
   * `DomainError`s.
   */
  makeRow(sent: BatchInput, lookedUp: LookedUp): BatchRow
  /** The write takes the first steps of new orders with it, where the batch is not too large. */
  takesSteps?: boolean
  /**
   * What is looked up of the products of the rows: packages that are added, or names of lines
   * without one.
   */
  looksUp?: 'packages' | 'names'
  /**
   * Finds the rows that cannot be written as the orders are stored now. Writing finds the first of
   * them only, and finds it before anything is written; so this is asked for when it is known that
   * something is wrong.
   */
  tryOut?(rows: readonly MadeRow[]): Promise<RowFailure[]>
}

/**
 * Writes the rows of a batch in one transaction (orders.md#order-batches). Bad rows refuse it all,
 * each named, unless the client wants the good ones to be written; an id that comes twice always
 * does. Returns the result of each row. Raises the errors of rows as one, with paths like
 * `[3].storeId`, and `ResourceLocked`.
 */
export async function runBatch(deps: RunnerDeps, command: BatchCommand, kind: BatchKind): Promise<OrderBatchResult[]> {
  const { rows, failures } = await readBatch(command.body)
  const readProducts: LookedUp['readProducts'] = new Map()
  const products = await loadBatchProducts(deps, rows, { ...kind, readProducts })
  const made: MadeRow[] = []
  await forEachYielding(rows, (sent) => {
    const failure = findRowFailure(sent, () => made.push({ ...sent, row: kind.makeRow(sent, { products, readProducts }) }))
    if (failure !== null) failures.push(failure)
  })
  const repeated = repeatedRows(rows)
  const isRefused = repeated.length > 0 || (failures.length > 0 && !command.preferences.continues)
  if (isRefused) throw batchError([...failures, ...repeated, ...((await kind.tryOut?.(made)) ?? [])])
  if (command.dryRun) return batchResults(await foreseeRows(deps, made), failures)
  const outcomes = await writeRows(deps, { ...command, made, failures }, kind)
  logMissingMarkets(deps, made, outcomes)
  return batchResults(outcomes, failures)
}

async function loadBatchProducts(
  deps: Pick<RunnerDeps, 'config' | 'query'>,
  rows: readonly BatchInput[],
  { looksUp, readProducts }: Pick<BatchKind, 'looksUp'> & Pick<LookedUp, 'readProducts'>,
): Promise<PackageCatalogue | null> {
  if (looksUp === undefined) return null
  const lines = rows.flatMap(({ input }) => input.orderForm?.lineItems ?? [])
  if (looksUp === 'packages') return loadLinePackages(deps, lines, { readProducts })
  const skus = namelessSkus(lines)
  return skus.length === 0 ? null : packageCatalogue(await findProducts(deps, skus))
}

/** What is wrong with a row, if doing something with it shows that anything is. */
export function findRowFailure({ index, id }: BatchInput, work: () => unknown): RowFailure | null {
  const error = orRefusal(work)
  if (!(error instanceof DomainError)) return null
  if (!isRowError(error)) throw error
  return { index, id, error }
}

/** What writing would make of rows that only create orders (orders.md#order-import). */
async function foreseeRows(deps: RunnerDeps, made: readonly MadeRow[]): Promise<RowOutcome[]> {
  const ids = made.map(({ row }) => row.orderId)
  const taken = await findIds(deps, ids, null)
  return made.map(({ index, row: { orderId } }) =>
    toRowOutcome(index, { orderId, status: taken.has(orderId) ? 'skipped' : 'created', warning: null }),
  )
}

/**
 * Orders that the first steps are taken of in one transaction: others wait for their stock
 * meanwhile.
 */
const ROWS_WITH_STEPS_MAX = 100

/**
 * Writes the rows; those that fail against what is stored are left out of another try, if the
 * client wants the rest.
 */
async function writeRows(
  deps: RunnerDeps,
  { made, failures, preferences, write }: BatchCommand & { made: readonly MadeRow[]; failures: RowFailure[] },
  kind: BatchKind,
): Promise<RowOutcome[]> {
  let left = made
  let takesSteps = kind.takesSteps === true && made.length <= ROWS_WITH_STEPS_MAX
  for (;;) {
    try {
      const results = await writeOrders(
        { deps, write: { ...write, precondition: null } },
        left.map(({ row }) => toRowIntent(deps, row, takesSteps)),
      )
      return results.map((result, position) =>
        toRowOutcome((left[position] as MadeRow).index, { ...result, warning: rowWarning(deps, result) }),
      )
    } catch (error) {
      if (takesSteps && !(error instanceof DomainError)) {
        deps.log.error({ err: error }, 'the first steps of a batch could not be taken with it; the background takes them')
        takesSteps = false
        continue
      }
      const found = await refusedRows(error, left, kind)
      if (!preferences.continues) throw batchError(found)
      failures.push(...found)
      const bad = new Set(found.map((failure) => failure.index))
      left = left.filter((row) => !bad.has(row.index))
    }
  }
}

/**
 * The row that a batch was refused for, and what else is wrong. Raises what is no error of a row.
 */
async function refusedRows(error: unknown, rows: readonly MadeRow[], { tryOut }: BatchKind): Promise<RowFailure[]> {
  if (!(error instanceof RefusedIntent) || !isRowError(error.failure)) throw error
  const { index, id } = rows[error.index] as MadeRow
  const others = ((await tryOut?.(rows)) ?? []).filter((failure) => failure.index !== index)
  return [{ index, id, error: error.failure }, ...others]
}

const messages: Partial<Record<WriteResult['status'], string>> = {
  skipped: 'There is already an order with this id.',
  unchanged: 'The order is as it was sent already.',
}

type Outcome = Pick<WriteResult, 'orderId' | 'status'> & { warning: string | null }

function toRowOutcome(index: number, { orderId: id, status, warning }: Outcome): RowOutcome {
  const outcome = status === 'created' || status === 'skipped' ? status : 'updated'
  return { index, id, status: outcome, message: messages[status] ?? warning }
}

/** The warning about a change by which unpaid goods leave. */
function rowWarning({ config }: RunnerDeps, { before, saved }: WriteResult): string | null {
  return before === null || saved === null ? null : unpaidGoodsWarning(before, saved.order, config())
}

/**
 * An order without a market goes to the default one, and the log says so
 * (orders.md#default-market).
 */
function logMissingMarkets(deps: RunnerDeps, made: readonly MadeRow[], outcomes: readonly RowOutcome[]): void {
  const created = new Set(outcomes.filter(({ status }) => status === 'created').map(({ index }) => index))
  const orderIds = made
    .filter(({ index, input }) => input.marketId === undefined && created.has(index))
    .map(({ row }) => row.orderId)
  if (orderIds.length > 0) deps.log.warn({ orderIds }, 'orders named no market; the default one was taken')
}
