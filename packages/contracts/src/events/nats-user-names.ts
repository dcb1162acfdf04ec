// Apart from their rights, which follow from all events: whoever only finds a system does not load
// those.

/**
 * The users at NATS: one for each service and for the gateway, one for ERP connectors, one for
 * programs beside the system that read events, one for people who look after the server.
 */
export const natsUsers = [
  'gateway',
  'catalog-assets',
  'orders-workflow',
  'accounting-read',
  'erp-connector',
  'subscriber',
  'operator',
] as const
export type NatsUser = (typeof natsUsers)[number]

/** The variable that has the password of a user in the configuration of the server. */
export function natsPasswordVariable(user: NatsUser): string {
  return `${user.replaceAll('-', '_').toUpperCase()}_NATS_PASSWORD`
}
