import { publicBaseVariable, serviceEnvironment } from '@open-oms/service-kit/process/service-environment'
import { Type } from '@sinclair/typebox'
import { downloadVariables } from './modules/incoming-files/download-environment.ts'
import { storageNames, storageVariables } from './modules/storage/storage-environment.ts'

/**
 * The environment of catalog-assets. `.env.example` and the configuration reference are generated
 * from it.
 */
export const CatalogEnvironment = serviceEnvironment(8081, {
  ...storageVariables,
  ...downloadVariables,
  ...publicBaseVariable,
})

/** The part of it that the command line needs. */
export const CommandEnvironment = Type.Pick(CatalogEnvironment, ['DATABASE_URL', ...storageNames])
