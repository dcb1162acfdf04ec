/**
 * The part of the table of modules (module-map.ts) for packages/service-kit: its folders, from what
 * others build on up to what runs a process. They know no business word.
 */
export const kitMap = {
  observability: [],
  config: ['observability'],
  authentication: ['config'],
  openapi: [],
  waiting: [],
  database: ['observability', 'config', 'waiting'],
  events: ['observability', 'config', 'waiting', 'database'],
  'audit-stream': ['observability', 'waiting', 'audit', 'database', 'events'],
  'event-losses': ['observability', 'waiting', 'database', 'events'],
  files: ['observability', 'config', 'database'],
  audit: ['authentication', 'database'],
  http: ['observability', 'audit', 'database'],
  input: ['waiting', 'files', 'http'],
  idempotency: ['observability', 'waiting', 'database', 'http', 'input'],
  server: ['observability', 'config', 'audit', 'authentication', 'database', 'http', 'input', 'idempotency'],
  reports: ['observability', 'config', 'authentication', 'database', 'http', 'server'],
  'dead-letters': ['observability', 'authentication', 'database', 'event-losses', 'server'],
  consumers: ['observability', 'config', 'database', 'events', 'event-losses', 'dead-letters'],
  standby: ['observability', 'database'],
  process: [
    'observability',
    'config',
    'audit',
    'audit-stream',
    'authentication',
    'database',
    'events',
    'event-losses',
    'server',
    'dead-letters',
    'consumers',
    'standby',
  ],
}
