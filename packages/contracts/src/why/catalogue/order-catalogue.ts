import { missingMoneyAndGoods } from './missing-money-and-goods.ts'
import { progress } from './progress.ts'
import { stoppedOrders } from './stopped-orders.ts'

/**
 * Every reason why an order, a line or a payment is where it is, the most pressing first: what a
 * response lists is in this order (why.md#order-reasons).
 */
export const orderReasons = { ...stoppedOrders, ...missingMoneyAndGoods, ...progress } as const

export type OrderReasonCode = keyof typeof orderReasons
