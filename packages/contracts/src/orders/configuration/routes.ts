import { Type } from '@sinclair/typebox'
import { InputModel } from '../../primitives.ts'
import { defineRoute } from '../../route.ts'
import { ConfigurationCheck } from './configuration-check.ts'
import { ConfiguredNames } from './configured-names.ts'
import { getConsolePlaces } from './console-places.ts'
import {
  getConfigurationDocument,
  listConfigurationDocuments,
  listConfigurationDocumentVersions,
  putConfigurationDocument,
  putConfigurationUser,
  restoreConfigurationDocument,
} from './document-routes.ts'
import { MIGRATED_MAX, MigrateOrdersRequest, MigrateOrdersResult } from './migration.ts'
import { OrdersInFlight, RunningConfiguration } from './running-configuration.ts'

export const getRunningConfiguration = defineRoute({
  method: 'GET',
  url: '/api/Configuration',
  operationId: 'getRunningConfiguration',
  summary: 'Returns the tenant configuration that the service works by, without secrets.',
  description:
    'For clients of all stores; one that is limited to stores is 403. Files may have been edited since they were read.',
  tags: ['Configuration'],
  access: ['OrderAdmin'],
  responses: { 200: RunningConfiguration },
})

export const getConfiguredNames = defineRoute({
  method: 'GET',
  url: '/api/Configuration/Names',
  operationId: 'getConfiguredNames',
  summary: 'Lists stores, order types and statuses by name, for lists and filters.',
  description: 'Clients that are limited to stores get these stores only.',
  tags: ['Configuration'],
  access: ['OrderRead'],
  // By them it says which declared fields the caller may write.
  optionalRoles: ['OrderAdmin', 'ProductAdmin'],
  responses: { 200: ConfiguredNames },
})

export const checkConfigurationFolder = defineRoute({
  method: 'GET',
  url: '/api/Configuration/Check',
  operationId: 'checkConfigurationFolder',
  summary: 'Checks the configuration folder and compares it with the configuration that runs.',
  description:
    'The folder of the instance that responds, by the rules of `oms config check`. For clients of all stores; one that is limited to ' +
    'stores is 403. Nothing is loaded. Files that have not changed since the last check are not checked again.',
  tags: ['Configuration'],
  access: ['OrderAdmin'],
  responses: { 200: ConfigurationCheck },
})

export const getOrdersInFlight = defineRoute({
  method: 'GET',
  url: '/api/Configuration/InFlight',
  operationId: 'getOrdersInFlight',
  summary: 'Counts orders by type and status, and workflow runs that are not finished by step.',
  description: 'For clients of all stores; one that is limited to stores is 403. Deleted orders are left out.',
  tags: ['Configuration'],
  access: ['OrderAdmin'],
  reads: 'standby',
  responses: { 200: OrdersInFlight },
})

export const migrateOrders = defineRoute({
  method: 'POST',
  url: '/api/Configuration/MigrateOrders',
  operationId: 'migrateOrders',
  permission: 'Configuration',
  audit: 'BulkChange',
  summary: 'Moves orders from removed statuses and types to configured ones, in batches.',
  description:
    `A request moves at most ${MIGRATED_MAX} orders, each in a transaction of its own; send it again with \`after\` until \`next\` is null. No ` +
    'step runs and no quantity changes. Runs that wait, are held or have failed continue under the new name. Orders whose run is under way are ' +
    '`busy`. A repetition moves what is left.',
  tags: ['Configuration'],
  access: ['OrderAdmin'],
  query: Type.Object({
    dryRun: Type.Optional(
      Type.Boolean({ default: false, description: 'Dry run: counts what would be moved; nothing is written.' }),
    ),
  }),
  body: InputModel(MigrateOrdersRequest, ['moves', 'reason'], 'MigrateOrdersRequest'),
  responses: { 200: MigrateOrdersResult },
})

/** Every route about the configuration. */
export const configurationRoutes = [
  getRunningConfiguration,
  getConfiguredNames,
  getConsolePlaces,
  checkConfigurationFolder,
  getOrdersInFlight,
  migrateOrders,
  listConfigurationDocuments,
  getConfigurationDocument,
  putConfigurationDocument,
  listConfigurationDocumentVersions,
  restoreConfigurationDocument,
  putConfigurationUser,
] as const
