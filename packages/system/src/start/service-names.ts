/** The services that own a database, in the order in which they are printed. */
export const databaseServices = ['catalog-assets', 'orders-workflow', 'accounting-read'] as const
export type DatabaseService = (typeof databaseServices)[number]

export const serviceNames = ['gateway', ...databaseServices] as const
export type ServiceName = (typeof serviceNames)[number]

/** The name of a service's database: `orders_workflow`. */
export function databaseName(service: DatabaseService): string {
  return service.replaceAll('-', '_')
}

/** The prefix of a service's own environment variables: `ORDERS_WORKFLOW`. */
export function environmentPrefix(service: ServiceName): string {
  return databaseName(service as DatabaseService).toUpperCase()
}
