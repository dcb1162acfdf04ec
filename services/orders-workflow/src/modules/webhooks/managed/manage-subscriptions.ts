import { randomBytes } from 'node:crypto'
import { DomainError, invalid } from '@open-oms/contracts/errors'
import {
  SUBSCRIPTIONS_MAX,
  type WebhookSubscription,
  type WebhookSubscriptionRequest,
  type WebhookSubscriptionWithSecret,
} from '@open-oms/contracts/orders/webhooks/webhook-subscription'
import { isUuid } from '@open-oms/contracts/uuid'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { IfMatch } from '@open-oms/service-kit/http/etag'
import type { OrderDeps } from '../../../order/write/order-deps.ts'
import { noFilters } from '../subscribers.ts'
import { deleteUnsent } from '../webhook-store.ts'
import { unmanagedSubscriptions } from './list-subscriptions.ts'
import { assertMaySubscribe, coversSubscription } from './subscription-rules.ts'
import {
  countManaged,
  deleteManaged,
  insertManaged,
  lockManaged,
  type ManagedSubscription,
  updateManaged,
} from './subscription-store.ts'

type Deps = Pick<OrderDeps, 'inTransaction' | 'query' | 'config' | 'now' | 'newId' | 'log'>

/** A write to a subscription that there is. */
export type SubscriptionWrite = { subscriptionId: string; caller: Caller; ifMatch: IfMatch | null }

/** How long the former secret signs as well. */
const FORMER_SECRET_MS = 24 * 60 * 60_000

/** A secret of Standard Webhooks. */
function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/**
 * Subscribes an address to events, which it gets from then on (webhooks.md#managed-subscriptions).
 * Raises `ValidationFailed`, and `Forbidden` for events that the caller may not read.
 */
export async function createSubscription(
  deps: Deps,
  caller: Caller,
  request: WebhookSubscriptionRequest,
): Promise<WebhookSubscriptionWithSecret> {
  const subscription = written(deps, caller, { request, before: null })
  const secret = newSecret()
  await deps.inTransaction(async (tx) => {
    if ((await countManaged(tx)) >= SUBSCRIPTIONS_MAX)
      throw invalid('', `There are ${SUBSCRIPTIONS_MAX} subscriptions already: delete one first.`)
    await insertManaged(tx, subscription, secret)
  })
  return { ...subscription, secret }
}

/**
 * Changes, pauses or resumes a subscription; its secret stays. Raises `NotFound`,
 * `VersionConflict`, and what creating one raises.
 */
export async function replaceSubscription(
  deps: Deps,
  write: SubscriptionWrite,
  request: WebhookSubscriptionRequest,
): Promise<WebhookSubscription> {
  return deps.inTransaction(async (tx) => {
    const before = await openManaged(deps, tx, write)
    const subscription = written(deps, write.caller, { request, before: before.subscription })
    await updateManaged(tx, subscription)
    return subscription
  })
}

/**
 * Gives a subscription a new secret; the former one signs as well for a day. Raises `NotFound`,
 * `VersionConflict`.
 */
export async function renewSecret(deps: Deps, write: SubscriptionWrite): Promise<WebhookSubscriptionWithSecret> {
  const secret = newSecret()
  return deps.inTransaction(async (tx) => {
    const before = await openManaged(deps, tx, write)
    const subscription = { ...before.subscription, ...stamp(deps, write.caller) }
    const [previousSecret] = before.secrets
    const previousUntil = new Date(deps.now().getTime() + FORMER_SECRET_MS)
    await updateManaged(tx, subscription, { secret, previousSecret, previousUntil })
    return { ...subscription, secret }
  })
}

/**
 * Deletes a subscription, and then its deliveries that wait or were given up. Raises `NotFound`,
 * `VersionConflict`.
 */
export async function deleteSubscription(deps: Deps, write: SubscriptionWrite): Promise<void> {
  await deps.inTransaction(async (tx) => {
    const { subscription } = await openManaged(deps, tx, write)
    await deleteManaged(tx, subscription.id)
  })
  await deleteUnsent(deps, write.subscriptionId)
}

async function openManaged(deps: Deps, tx: Transaction, write: SubscriptionWrite): Promise<ManagedSubscription> {
  const { subscriptionId: id, caller, ifMatch } = write
  const found = isUuid(id) ? await lockManaged(tx, id) : null
  if (found === null) throw unmanagedOrNotFound(deps, id, caller)
  if (!coversSubscription(caller, found.subscription)) throw subscriptionNotFound(id)
  const { versionId } = found.subscription
  if (ifMatch === null || ifMatch.matches(versionId ?? '')) return found
  throw new DomainError('VersionConflict', `Subscription "${id}" has changed since the version in If-Match.`, {
    fields: { currentVersionId: versionId, changedFields: [] },
  })
}

/** The error for a subscription that is unknown, or of other stores. */
export function subscriptionNotFound(id: string): DomainError {
  return new DomainError('NotFound', `There is no subscription with id "${id}".`)
}

function unmanagedOrNotFound(deps: Pick<Deps, 'config'>, id: string, caller: Caller): DomainError {
  const other = unmanagedSubscriptions(deps).find((one) => one.id === id && coversSubscription(caller, one))
  if (other === undefined) return subscriptionNotFound(id)
  const place = other.source === 'Configuration' ? 'connectors.json' : 'the extension'
  return invalid('subscriptionId', `is not managed here: change it in ${place}`)
}

type Next = { request: WebhookSubscriptionRequest; before: WebhookSubscription | null }

function written(deps: Deps, caller: Caller, { request, before }: Next): WebhookSubscription {
  const next = { ...noFilters, ...request }
  assertMaySubscribe(deps.config(), caller, next)
  const { name, url, eventTypes, orderTypes, statuses, stores, markets, active } = next
  const change = stamp(deps, caller)
  return {
    ...{ id: before?.id ?? deps.newId(), name, source: 'Managed', url },
    ...{ eventTypes, orderTypes, statuses, stores, markets, active },
    ...{ created: before?.created ?? change.modified, createdBy: before?.createdBy ?? caller.actor, ...change },
  }
}

function stamp(deps: Pick<Deps, 'now' | 'newId'>, { actor }: Caller) {
  return { modified: deps.now().toISOString(), modifiedBy: actor, versionId: deps.newId() }
}
