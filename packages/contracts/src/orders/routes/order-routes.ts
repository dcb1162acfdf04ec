import { changeStatusRoutes } from './change-status.ts'
import { createOrdersRoutes } from './create-orders.ts'
import { paymentsRoutes } from './payments.ts'
import { retrieveOrdersRoutes } from './retrieve-orders.ts'

/** Every route of orders-workflow. */
export const orderRoutes = [...createOrdersRoutes, ...retrieveOrdersRoutes, ...paymentsRoutes, ...changeStatusRoutes] as const
