import type { Order } from '@open-oms/contracts/orders/order'

/** A version of an order as it was written. */
export type RecordedVersion = { versionNumber: number; operation: string; created: string; order: Order }

/** A run that began with a version. */
export type RecordedRun = {
  started: string
  status: string
  shipmentId: string | null
  returnId: string | null
  transitionCount: number
}

/** A request to enter a status, as versions and runs show that it was made. */
export type RecordedRequest = {
  /** The order as the request found it. */
  order: Order
  /** The version that the request wrote. */
  versionNumber: number
  at: string
  status: string
  shipmentId: string | null
  returnId: string | null
  /** False: no run began with it, because the status had no steps or the request wanted none. */
  hadRun: boolean
  /** True: the order was created with it; `order` is what was stored then. */
  isCreation: boolean
}

export type RecordedHistory = {
  requests: RecordedRequest[]
  /**
   * Operations that ran steps and cannot be repeated from what is stored, each once per request.
   */
  notReplayed: string[]
}

/** Consequences of other requests, or repetitions of their steps. */
const consequences: ReadonlySet<string> = new Set([
  'Workflow',
  'ResumeWorkflowRun',
  'RetryWorkflowStep',
  'DismissWorkflowRun',
  'ReleaseHold',
])

/**
 * The requests of an order that entered statuses (configuration.md#configuration-simulation): its
 * creation, and every UpdateStatus, each with the order as it was before. Pure.
 */
export function recordedRequests(versions: readonly RecordedVersion[], runs: readonly RecordedRun[]): RecordedHistory {
  const recorded: RecordedHistory = { requests: [], notReplayed: [] }
  const requested = runs.filter(({ transitionCount }) => transitionCount === 0)
  const exact = new Map(versions.map((version) => [version.created, version]))
  const loose = requested.filter(({ started }) => !exact.has(started))
  for (const [index, version] of versions.entries()) {
    const run = requested.find(({ started }) => started === version.created) ?? nearest(version, loose)
    const found = recordedIn(version, versions[index - 1], run)
    if (found === null) continue
    if (found === 'unknown') recorded.notReplayed.push(version.operation)
    else recorded.requests.push(found)
  }
  return recorded
}

/** Longest time between the moments of a run and of the version that it was written with. */
const APART_MS_MAX = 1_000

/**
 * A run that a creation or a replacement began: these note the time of the run before that of the
 * write.
 */
function nearest({ created, operation }: RecordedVersion, runs: readonly RecordedRun[]): RecordedRun | null {
  if (operation === 'UpdateStatus' || consequences.has(operation)) return null
  return runs.find(({ started }) => Math.abs(Date.parse(started) - Date.parse(created)) <= APART_MS_MAX) ?? null
}

/**
 * The request that wrote a version; null: it entered no status; `unknown`: it did, and is not
 * stored.
 */
function recordedIn(
  version: RecordedVersion,
  before: RecordedVersion | undefined,
  run: RecordedRun | null,
): RecordedRequest | 'unknown' | null {
  const { versionNumber, operation } = version
  if (versionNumber === 1) return run !== null || operation === 'Create' ? toCreationRequest(version, run) : null
  if (operation !== 'UpdateStatus') return run !== null && !consequences.has(operation) ? 'unknown' : null
  if (before?.versionNumber !== versionNumber - 1) return 'unknown'
  return toRecordedRequest(version, before.order, run) ?? 'unknown'
}

function toCreationRequest({ order, versionNumber, created }: RecordedVersion, run: RecordedRun | null): RecordedRequest {
  const status = run?.status ?? order.status
  return { order, versionNumber, at: created, status, shipmentId: null, returnId: null, hadRun: run !== null, isCreation: true }
}

/** Null when the version does not show what was asked for. */
function toRecordedRequest(
  { order, versionNumber, created }: RecordedVersion,
  before: Order,
  run: RecordedRun | null,
): RecordedRequest | null {
  const asked = run ?? changedStatus(before, order)
  if (asked === null) return null
  const { status, shipmentId, returnId } = asked
  return { order: before, versionNumber, at: created, status, shipmentId, returnId, hadRun: run !== null, isCreation: false }
}

type RunTarget = Pick<RecordedRun, 'status' | 'shipmentId' | 'returnId'>

/** The status that a version without a run has entered. */
function changedStatus(before: Order, after: Order): RunTarget | null {
  if (after.status !== before.status && after.status !== null) return { status: after.status, shipmentId: null, returnId: null }
  const shipments = after.orderForm.shipments.filter(
    ({ shipmentId, orderStatus }) =>
      orderStatus !== before.orderForm.shipments.find((shipment) => shipment.shipmentId === shipmentId)?.orderStatus,
  )
  const [shipment] = shipments
  if (shipments.length === 1 && shipment?.orderStatus != null)
    return { status: shipment.orderStatus, shipmentId: shipment.shipmentId, returnId: null }
  const form = after.returnOrderForms.find(
    ({ returnId, status }) => status !== before.returnOrderForms.find((other) => other.returnId === returnId)?.status,
  )
  return form?.status == null ? null : { status: form.status, shipmentId: null, returnId: form.returnId }
}
