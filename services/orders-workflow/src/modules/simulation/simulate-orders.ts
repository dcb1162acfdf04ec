import { findReturnType } from '../../order/rules/context/return-type.ts'
import { migratedOrder } from '../configuration/domain/migrate-order.ts'
import { type Move, statusRenamer } from '../configuration/domain/status-moves.ts'
import type { RunnerDeps } from '../workflow/runner/runner-deps.ts'
import { type Aspect, aspects, type Difference, diffEffects, type Effects } from './domain/effects.ts'
import { type RecordedRequest, recordedRequests } from './domain/recorded-requests.ts'
import { type Replay, replayRequest, wantedNoSteps } from './replay-request.ts'
import { findLatestOrders, readRecordedRuns, readVersions } from './simulation-queries.ts'

/** A request whose outcome would be another one. */
export type DifferentRequest = {
  orderId: string
  versionNumber: number
  at: string
  /** `New`, or `Shipped of shipment 2`. */
  request: string
  orderType: string
  differences: Difference[]
}

export type SimulationReport = {
  orders: number
  requests: number
  same: number
  different: DifferentRequest[]
  /** How many requests differ in what. */
  byAspect: Record<Aspect, number>
  /** Requests that entered a status and could not be replayed, by operation. */
  notReplayed: Record<string, number>
  /** Requests whose replay failed for a reason that is none of the order's. */
  failed: { orderId: string; versionNumber: number; reason: string }[]
}

export type Simulation = {
  /** The service as it works by the present configuration, and by the new one. */
  before: RunnerDeps
  after: RunnerDeps
  since: Date
  countMax: number
  /** How orders get from removed statuses to new ones. */
  moves: readonly Move[]
  onProgress?: (done: number, total: number) => void
  signal?: AbortSignal
}

/**
 * Replays the requests that entered statuses of the orders that changed last, each by the present
 * and by a new configuration, and reports whose outcomes differ
 * (configuration.md#configuration-simulation). Nothing is stored, and nobody is called.
 */
export async function simulateOrders(simulation: Simulation): Promise<SimulationReport> {
  const { before, since, countMax, onProgress, signal } = simulation
  const report = emptyReport()
  const ids = await findLatestOrders(before, { since, countMax })
  for (const orderId of ids) {
    signal?.throwIfAborted()
    await simulateOrder(simulation, orderId, report)
    report.orders++
    onProgress?.(report.orders, ids.length)
  }
  return report
}

function emptyReport(): SimulationReport {
  const byAspect = Object.fromEntries(aspects.map((aspect) => [aspect, 0])) as Record<Aspect, number>
  return { orders: 0, requests: 0, same: 0, different: [], byAspect, notReplayed: {}, failed: [] }
}

/** Under this name the report counts versions before those that are looked at. */
const EARLIER = 'earlier versions'

async function simulateOrder(simulation: Simulation, orderId: string, report: SimulationReport): Promise<void> {
  const { before } = simulation
  const versions = await readVersions(before, orderId)
  const { requests, notReplayed } = recordedRequests(versions, await readRecordedRuns(before, orderId))
  const cut = (versions[0]?.versionNumber ?? 1) - 1
  if (cut > 0) report.notReplayed[EARLIER] = (report.notReplayed[EARLIER] ?? 0) + cut
  for (const operation of notReplayed) report.notReplayed[operation] = (report.notReplayed[operation] ?? 0) + 1
  for (const request of requests) {
    report.requests++
    const { versionNumber, at } = request
    try {
      const differences = await compare(simulation, request)
      if (differences.length === 0) report.same++
      else report.different.push({ orderId, versionNumber, at, ...described(request), differences })
      for (const { aspect } of differences) report.byAspect[aspect]++
    } catch (error) {
      report.failed.push({ orderId, versionNumber, reason: (error as Error).message })
    }
  }
}

async function compare({ before, after, moves }: Simulation, request: RecordedRequest): Promise<Difference[]> {
  const isStatusOnly = wantedNoSteps(request, before)
  const copyId = `simulation-${before.newId()}`
  const at = () => new Date(request.at)
  const old = await replayRequest({ ...before, now: at }, { request, copyId, isStatusOnly })
  const moved = movedRequest(request, { moves, after })
  const next = await replayRequest({ ...after, now: at }, { request, copyId, isStatusOnly, ...moved })
  return diffEffects(renamedEffects(old, renameFor(request, { moves, after })), next)
}

/** The request as it would be made after the orders have moved. */
function movedRequest(request: RecordedRequest, { moves, after }: Pick<Simulation, 'moves' | 'after'>): Partial<Replay> {
  const { order } = request
  const migrated = migratedOrder(order, { moves, types: after.config().orderTypes, now: request.at })
  return { order: migrated?.order ?? order, status: renameFor(request, { moves, after })(request.status) }
}

/**
 * The new names of statuses of what a request is for: return forms have those of their own type.
 */
function renameFor({ order, returnId }: RecordedRequest, { moves, after }: Pick<Simulation, 'moves' | 'after'>) {
  const type = returnId === null ? order.orderType : (findReturnType(after.config().orderTypes)?.name ?? null)
  return statusRenamer(type, moves)
}

/** A status that only has another name is no difference. */
function renamedEffects(effects: Effects, rename: ReturnType<typeof statusRenamer>): Effects {
  const words = (text: string) => text.replaceAll(/[^\s:()]+/g, (word) => rename(word))
  return { ...effects, status: effects.status.map(words), steps: effects.steps.map((text) => text.replace(/^[^:]+/, rename)) }
}

function described({ status, shipmentId, returnId, isCreation, order }: RecordedRequest) {
  const of = returnId !== null ? ` of return form ${returnId}` : shipmentId !== null ? ` of shipment ${shipmentId}` : ''
  return { request: `${status}${of}${isCreation ? ' at its creation' : ''}`, orderType: order.orderType }
}
