import { serviceEnvironment } from '@oms/service-kit/server/service-environment'

/** The environment of catalog-assets. `.env.example` and the configuration reference are generated from it. */
export const CatalogEnvironment = serviceEnvironment(8081, {})
