import type { Database } from '@open-oms/service-kit/database/database'
import type { Log } from '@open-oms/service-kit/observability/log'
import { createCircuitBreaker } from '../../connectors/http/circuit-breaker.ts'
import type { WebhookResponse } from '../../connectors/http/post-webhook.ts'
import { retryPauseMs } from '../../connectors/sending/retry-pause.ts'
import { startSending, type TriesUnderWay, type WaitingSender } from '../../connectors/sending/send-waiting.ts'
import { type Subscriber, TRY_MS } from './subscribers.ts'
import { LEASE_SECONDS } from './webhook-statements.ts'
import { claimDeliveries, finishTry, type HeldDelivery, onNewDeliveries } from './webhook-store.ts'

export type WebhookSenderDeps = Pick<Database, 'query' | 'inTransaction'> & {
  log: Log
  /** Everybody who gets events now. */
  subscribers: () => Promise<readonly Subscriber[]>
  onEnded?(subscriptionId: string, became: 'Delivered' | 'GivenUp'): void
  /**
   * The polling interval for deliveries of other processes and for retries; a second when absent.
   */
  pollMs?: number
  /** Timeout of one try; 10 s when absent. */
  tryMs?: number
  /** How long tries under way may continue after a stop; 10 s when absent. */
  stopMs?: number
  /** Pause after the given number of tries. */
  pauseMs?(tries: number): number
  /** How long a receiver is not called after several failures in a row; 15 s when absent. */
  restMs?: number
}

/** Concurrent tries of each subscription: a slow receiver does not delay the others. */
const TRIES_MAX = 4
/** Leaves time to record the outcome before another process may claim the lane. */
const TRY_MS_MAX = (LEASE_SECONDS - 15) * 1_000
const REST_MS = 15_000

/**
 * Sends waiting deliveries in the background until it is stopped (webhooks.md#webhook-delivery).
 * Any number of processes may do so. Those of one subscription and order are sent in sequence, each
 * at least once: one whose sender died between sending and its record is sent again, with the same
 * event id.
 */
export function startWebhookSender(deps: WebhookSenderDeps): WaitingSender {
  const underWay = new Map<string, TriesUnderWay>()
  const trier = createTrier(deps)
  return startSending({
    ...deps,
    onNew: onNewDeliveries,
    failure: 'waiting webhook deliveries could not be looked for',
    // The next event of the same order, or an endpoint that responds again.
    isWaitingForTries: () => true,
    async claim(begin) {
      const active = new Map((await deps.subscribers()).flatMap((one) => (one.active ? [[one.id, one] as const] : [])))
      const free = (id: string) => TRIES_MAX - (underWay.get(id)?.size ?? 0)
      const deliveries = await claimDeliveries(deps, new Map([...active].map(([id, one]) => [id, trier.capacity(one, free(id))])))
      for (const delivery of deliveries) {
        const subscriber = active.get(delivery.subscriptionId)
        if (subscriber === undefined) continue
        const tries = underWay.get(delivery.subscriptionId) ?? new Set()
        underWay.set(delivery.subscriptionId, tries)
        begin(tries, (interrupted) => trier.tryOne(subscriber, delivery, interrupted))
      }
      return deliveries.length > 0
    },
  })
}

/** Tries deliveries and records the outcomes. */
function createTrier(deps: WebhookSenderDeps) {
  const breaker = createCircuitBreaker({ failuresMax: 5, openMs: deps.restMs ?? REST_MS, now: Date.now })
  const report = createReporter(deps.log)

  const send = async (subscriber: Subscriber, delivery: HeldDelivery, interrupted: AbortSignal): Promise<WebhookResponse> => {
    const { receiver } = subscriber
    breaker.mayCall(receiver)
    const signal = AbortSignal.any([interrupted, AbortSignal.timeout(Math.min(deps.tryMs ?? TRY_MS, TRY_MS_MAX))])
    const response = await subscriber.send(delivery, signal)
    if (response.taken || response.hasResponded) breaker.responded(receiver)
    else if (!interrupted.aborted) breaker.failed(receiver)
    return response
  }

  return {
    capacity: ({ receiver }: Subscriber, most: number) => breaker.capacity(receiver, most),
    /** Never rejects: without a record the delivery is tried again after the lease. */
    async tryOne(subscriber: Subscriber, delivery: HeldDelivery, interrupted: AbortSignal): Promise<void> {
      try {
        const response = await send(subscriber, delivery, interrupted)
        const became = await finishTry(deps, delivery, toAttemptOutcome(response, pauseAfter(delivery.attempts + 1, deps)))
        if (became === null) return
        report(delivery, became, response)
        if (became !== 'Waiting') deps.onEnded?.(delivery.subscriptionId, became)
      } catch (error) {
        deps.log.warn(
          { err: error, deliveryId: delivery.id },
          'the outcome of a delivery could not be recorded; it is tried again',
        )
      }
    },
  }
}

function pauseAfter(tries: number, { pauseMs }: WebhookSenderDeps): number {
  return pauseMs?.(tries) ?? retryPauseMs(tries, Math.random())
}

function toAttemptOutcome(response: WebhookResponse, pauseMs: number) {
  if (response.taken) return { status: response.status, reason: null, pauseMs }
  return { status: response.status, reason: response.reason, pauseMs: Math.max(pauseMs, response.waitMs ?? 0) }
}

/**
 * Logs when deliveries of a subscription begin to wait, when they are sent again, and each one that
 * is given up. Reasons stay in the table: they have texts of the receiver, which may name the
 * customer.
 */
function createReporter(log: Log) {
  const waiting = new Set<string>()
  return ({ id, subscriptionId, eventId }: HeldDelivery, became: string, response: WebhookResponse) => {
    const where = { deliveryId: id, subscription: subscriptionId, eventId, responded: response.status }
    if (became === 'GivenUp') log.error(where, 'a webhook delivery was given up; see its failure_reason')
    if (became === 'Waiting' && !waiting.has(subscriptionId)) {
      waiting.add(subscriptionId)
      log.warn(where, 'a webhook delivery failed and is tried again; see its failure_reason')
    }
    if (became === 'Delivered' && waiting.delete(subscriptionId))
      log.info({ subscription: subscriptionId }, 'webhook deliveries are sent again')
  }
}
