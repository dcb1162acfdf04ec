import type { OrderDeps } from '../../../order/order-deps.ts'

/** When a scroll that is used now expires. */
export function scrollEnd({ config }: Pick<OrderDeps, 'config'>, now: Date): Date {
  return new Date(now.getTime() + config().settings.search.scrollLifeSeconds * 1_000)
}
