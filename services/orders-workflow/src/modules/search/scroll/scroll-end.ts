import type { OrderDeps } from '../../../order/write/order-deps.ts'

/** The expiry of a scroll that is used now. */
export function scrollEnd({ config }: Pick<OrderDeps, 'config'>, now: Date): Date {
  return new Date(now.getTime() + config().settings.search.scrollLifeSeconds * 1_000)
}
