import { serviceEnvironment } from '@oms/service-kit/server/service-environment'

/** The environment of orders-workflow. `.env.example` and the configuration reference are generated from it. */
export const OrdersEnvironment = serviceEnvironment(8082, {})
