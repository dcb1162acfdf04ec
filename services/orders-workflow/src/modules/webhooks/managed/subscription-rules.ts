import { isIP } from 'node:net'
import { isAllowed, type Role } from '@open-oms/contracts/access'
import { DomainError } from '@open-oms/contracts/errors'
import type { StreamName } from '@open-oms/contracts/event'
import { streamsOfPattern } from '@open-oms/contracts/events/event-patterns'
import type { WebhookSubscription, WebhookSubscriptionRequest } from '@open-oms/contracts/orders/webhooks/webhook-subscription'
import { collectProblems } from '@open-oms/contracts/problems'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import { isGlobalAddress } from '@open-oms/service-kit/http/checked-addresses'
import type { OrdersConfig } from '../../../order/rules/context/orders-config.ts'

/** Who may have events of a stream sent is who may read what they are about. */
const roleOfStream: Record<StreamName, Role | null> = {
  ORDERS: null,
  CATALOG: 'ProductRead',
  ACCOUNTING: 'AccountingRead',
  ERP: 'AccountingRead',
}

/**
 * Whether the caller may see a subscription: one that is limited to stores only those that get
 * events of its stores alone (webhooks.md#managed-subscriptions).
 */
export function coversSubscription(
  { storeIds }: Pick<Caller, 'storeIds'>,
  { stores }: Pick<WebhookSubscription, 'stores'>,
): boolean {
  return storeIds === null || (stores.length > 0 && stores.every((id) => storeIds.includes(id)))
}

type Request = Required<WebhookSubscriptionRequest>

/**
 * Refuses names that there are not with `ValidationFailed`, and what the caller may not read with
 * `Forbidden`.
 */
export function assertMaySubscribe(
  { orderTypes, stores, markets, connectors }: Pick<OrdersConfig, 'orderTypes' | 'stores' | 'markets' | 'connectors'>,
  caller: Caller,
  request: Request,
): void {
  const known = {
    orderTypes: orderTypes.map(({ name }) => name),
    statuses: orderTypes.flatMap(({ orderStatuses }) => orderStatuses.map(({ name }) => name)),
    stores: stores.map(({ id }) => id),
    markets: markets.map(({ id }) => id),
  }
  const problems = collectProblems()
  for (const field of Object.keys(known) as (keyof typeof known)[]) {
    for (const [index, name] of request[field].entries())
      if (!known[field].includes(name)) problems.add(`${field}[${index}]`, 'is not in the configuration')
  }
  for (const [index, pattern] of request.eventTypes.entries())
    if (streamsOfPattern(pattern).length === 0) problems.add(`eventTypes[${index}]`, 'no event is of this type')
  if (!URL.canParse(request.url)) problems.add('url', 'is not an address: check its host and its port, which is at most 65535')
  if (request.active && isNeverCalled(request.url, connectors))
    problems.add('url', 'is an address of a private network, which privateWebhookHosts of connectors.json does not have')
  problems.throwIfAny()
  assertMayRead(caller, request)
}

/** A name may have other addresses at each call; a number has one. */
function isNeverCalled(url: string, { privateWebhookHosts }: Pick<OrdersConfig['connectors'], 'privateWebhookHosts'>): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  const address = host.replace(/^\[(.*)\]$/, '$1')
  return isIP(address) !== 0 && !isGlobalAddress(address) && !privateWebhookHosts.includes(host)
}

function assertMayRead(caller: Caller, { eventTypes, stores }: Request): void {
  const roles = new Set(eventTypes.flatMap(streamsOfPattern).map((stream) => roleOfStream[stream]))
  for (const role of roles)
    if (role !== null && !isAllowed(caller.roles, [role]))
      throw new DomainError('Forbidden', `These events need the role ${role}.`)
  if (!coversSubscription(caller, { stores })) throw new DomainError('Forbidden', 'Name stores, all of which your token covers.')
}
