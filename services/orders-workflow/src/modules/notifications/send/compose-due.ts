import { DomainError } from '@open-oms/contracts/errors'
import type { Order } from '@open-oms/contracts/orders/order'
import type { Database } from '@open-oms/service-kit/database/database'
import type { InTransaction } from '@open-oms/service-kit/database/transaction'
import type { Log } from '@open-oms/service-kit/observability/log'
import { createYielder } from '@open-oms/service-kit/waiting/yield-to-others'
import { retryPauseMs } from '../../../connectors/sending/retry-pause.ts'
import { composeMessage } from './compose-message.ts'
import {
  type ComposedMessage,
  type DueMessage,
  GROUP_MAX,
  lockDueMessages,
  markComposed,
  markUncomposed,
  readVersions,
  type UncomposedMessage,
  versionKey,
} from './composition-store.ts'
import type { MessageInput } from './message-input.ts'

export type ComposeDeps = { config: () => MessageInput['config']; log: Log }

/** Milliseconds after which the rest of a group is left for the next one. */
const GROUP_MS_MAX = 500

/**
 * Composes messages that are due, a group of them in one transaction, by the configuration of now
 * (ADR 111). Any number of processes may do so. Returns whether more may be due.
 */
export async function composeDue(deps: ComposeDeps & { inTransaction: InTransaction }): Promise<boolean> {
  return deps.inTransaction(async (tx) => {
    const due = await lockDueMessages(tx, null)
    const count = await composeAll(tx, deps, due)
    return count < due.length || due.length === GROUP_MAX
  })
}

/** Composes what is due of an order in a transaction that is open, such as before it is purged. */
export async function composeDueOfOrder(tx: Pick<Database, 'query'>, deps: ComposeDeps, orderId: string): Promise<void> {
  for (let due = await lockDueMessages(tx, orderId); due.length > 0; due = await lockDueMessages(tx, orderId))
    await composeAll(tx, deps, due)
}

/** Returns how many were composed, or could not be, in the time of a group. */
async function composeAll(
  tx: Pick<Database, 'query'>,
  { config, log }: ComposeDeps,
  due: readonly DueMessage[],
): Promise<number> {
  const current = config()
  const versions = await readVersions(tx, due.flatMap(orderVersionKey))
  const [giveWay, begun] = [createYielder(), performance.now()]
  const [composed, failed]: [ComposedMessage[], UncomposedMessage[]] = [[], []]
  for (const message of due) {
    if (performance.now() - begun > GROUP_MS_MAX) break
    try {
      composed.push(composeMessage(message, requireOrder(message, versions), current))
    } catch (error) {
      failed.push(toComposeFailure(message, error, log))
    }
    await giveWay()
  }
  await markComposed(tx, composed)
  const givenUp = new Set(await markUncomposed(tx, failed))
  for (const { id, orderId, template } of due)
    if (givenUp.has(id))
      log.error({ messageId: id, orderId, template }, 'a message could not be composed and was given up; see its failure_reason')
  return composed.length + failed.length
}

function orderVersionKey({ orderId, composition: { version } }: DueMessage) {
  return orderId === null || version === undefined ? [] : [{ orderId, version }]
}

/** Raises `NotFound` for a version that no longer exists. */
function requireOrder(message: DueMessage, versions: ReadonlyMap<string, Order>): Order {
  const [key] = orderVersionKey(message)
  const order = key === undefined ? undefined : versions.get(versionKey(key))
  if (order === undefined) throw new DomainError('NotFound', 'The order version of this message no longer exists.')
  return order
}

/**
 * A failing template and a missing version are permanent. Anything else is a fault of this service,
 * which its next version may fix.
 */
function toComposeFailure({ id, orderId, attempts }: DueMessage, error: unknown, log: Log): UncomposedMessage {
  const isFinal = error instanceof DomainError
  if (!isFinal) log.error({ err: error, messageId: id, orderId }, 'a message could not be composed; it is tried again')
  const reason = isFinal ? error.message : 'It could not be composed; the log says why.'
  return { id, reason, isFinal, pauseMs: retryPauseMs(attempts + 1, Math.random()) }
}
