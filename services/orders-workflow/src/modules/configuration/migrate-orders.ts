import { DomainError } from '@open-oms/contracts/errors'
import {
  MIGRATED_MAX,
  type MigrateOrdersRequest,
  type MigrateOrdersResult,
} from '@open-oms/contracts/orders/configuration/migration'
import type { Order } from '@open-oms/contracts/orders/order'
import type { InputOf } from '@open-oms/contracts/primitives'
import { findReturnType } from '../../order/rules/context/return-type.ts'
import type { Change, Facts } from '../../order/write/intent.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import type { WriteRequest } from '../../order/write/write-context.ts'
import { writeOrder } from '../../order/write/write-orders.ts'
import { type MigratedOrder, migratedOrder, withMigrationNote } from './domain/migrate-order.ts'
import { migratedRun } from './domain/migrate-run.ts'
import { type Move, readMoves } from './domain/status-moves.ts'
import { findMigrationCandidates, lockRunsOfOrder, saveRenamedRuns } from './status-migration-store.ts'

export type MigrateOrders = {
  request: InputOf<MigrateOrdersRequest>
  /** True: only counts; nothing is written. */
  isDryRun: boolean
  /** The stores of the caller; null: all. */
  storeIds: readonly string[] | null
  write: WriteRequest
}

/** How long a request looks for orders to move. */
const LOOKING_MS = 5_000

type MigrationDeps = Pick<OrderDeps, 'inTransaction' | 'query' | 'config' | 'now' | 'newId'>
type Migration = { moves: readonly Move[]; reason: string; isDryRun: boolean; write: WriteRequest }
type Outcome = { migrated: MigratedOrder; runs: number } | 'unchanged' | 'busy' | { refused: string }

/**
 * Moves a batch of orders from removed statuses and types to configured ones, each in its own
 * transaction and as a version with a note of the reason (workflow.md#order-migration). What
 * another write changed first is judged again. Raises `ValidationFailed` for a mapping that is not
 * one.
 */
export async function migrateOrders(deps: MigrationDeps, { request, ...command }: MigrateOrders): Promise<MigrateOrdersResult> {
  const { orderTypes } = deps.config()
  const moves = readMoves(request.moves ?? [], orderTypes)
  const migration: Migration = { moves, reason: request.reason ?? '', isDryRun: command.isDryRun, write: command.write }
  const take = request.take ?? MIGRATED_MAX
  const result = emptyResult()
  const returnType = findReturnType(orderTypes)?.name ?? null
  const began = performance.now()
  for (let after = request.after ?? ''; ; ) {
    const found = await findMigrationCandidates(deps, { after, moves, returnType, storeIds: command.storeIds })
    const batch = found.ids.slice(0, take - countProcessed(result))
    const judged = await migrateBatch(batch, async (orderId) => {
      count(result, orderId, await migrateOrder(deps, orderId, migration))
      return performance.now() - began <= LOOKING_MS
    })
    const isCut = judged < found.ids.length
    // The rest of a batch that is cut is looked at again by the next request.
    result.lookedAt += isCut ? judged : found.lookedAt
    result.next = isCut ? (batch[judged - 1] ?? after) : found.lastId
    if (result.next === null || countProcessed(result) >= take || performance.now() - began > LOOKING_MS) return result
    after = result.next
  }
}

/** How many orders of a batch were judged before `judge` said that it is enough. */
async function migrateBatch(batch: readonly string[], judge: (orderId: string) => Promise<boolean>): Promise<number> {
  for (const [index, orderId] of batch.entries()) if (!(await judge(orderId))) return index + 1
  return batch.length
}

function emptyResult(): MigrateOrdersResult {
  return { lookedAt: 0, orders: 0, shipments: 0, returnForms: 0, runs: 0, moved: [], busy: [], refused: [], next: null }
}

/** Orders of which the request has said what came of them. */
function countProcessed({ orders, busy, refused }: MigrateOrdersResult): number {
  return orders + busy.length + refused.length
}

function count(result: MigrateOrdersResult, orderId: string, outcome: Outcome): void {
  if (outcome === 'unchanged') return
  if (outcome === 'busy') return void result.busy.push(orderId)
  if ('refused' in outcome) return void result.refused.push({ orderId, reason: outcome.refused })
  const { migrated, runs } = outcome
  result.orders++
  result.runs += runs
  result.shipments += migrated.shipments
  result.returnForms += migrated.returnForms
  const { move } = migrated
  if (move === null) return
  const known = result.moved.find(({ orderType, status }) => orderType === move.orderType && status === move.status)
  if (known === undefined) result.moved.push({ ...move, orders: 1 })
  else known.orders++
}

async function migrateOrder(
  deps: MigrationDeps,
  orderId: string,
  { moves, reason, isDryRun, write }: Migration,
): Promise<Outcome> {
  try {
    const change = async (order: Order, { tx, now }: Facts): Promise<Change<Outcome>> => {
      const migrated = migratedOrder(order, { moves, types: deps.config().orderTypes, now })
      if (migrated === null) return { order, result: 'unchanged' }
      const runs = await lockRunsOfOrder(tx, orderId)
      // Whoever carries out a run has its plan in memory, and would write the old names.
      if (runs.some(({ state }) => state === 'Running')) return { order, result: 'busy' }
      const renamed = runs.flatMap((run) => {
        const next = migratedRun(run, migrated.renamed)
        return next === run ? [] : [next]
      })
      // Finished ones too: by them the steps of the status have been carried out, and an earlier
      // failure was made up for.
      const unfinished = renamed.filter(({ state }) => state !== 'Finished').length
      const result = { migrated, runs: unfinished }
      if (isDryRun) return { order, result }
      const next = withMigrationNote(migrated.order, order, { id: deps.newId(), now, by: write.by, reason })
      return { order: next, also: () => saveRenamedRuns(tx, renamed), result }
    }
    return (await writeOrder<Outcome>({ deps, write }, { orderId, kind: 'migrate', change })).result
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    // Purged in the meantime.
    if (error.code === 'NotFound') return 'unchanged'
    if (error.code === 'ResourceLocked') return 'busy'
    return { refused: error.message }
  }
}
