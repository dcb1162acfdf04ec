import type { RouteContract } from '@open-oms/contracts/route'
import { type KitDeps, type RouteHandler, register, type Server } from '@open-oms/service-kit/server/register-route'

/**
 * Registers a route whose handler writes one order, and nothing in another transaction: with an
 * `Idempotency-Key` its claim and its response are part of that write (http.md#idempotency-keys).
 */
// biome-ignore lint/complexity/useMaxParams: as `register`.
export function registerWrite<const C extends RouteContract, D extends KitDeps>(
  app: Server,
  deps: D,
  contract: C,
  handler: RouteHandler<C, D>,
): void {
  register(app, deps, contract, handler, { transactions: 'write' })
}
