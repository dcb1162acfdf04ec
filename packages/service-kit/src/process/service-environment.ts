import { PUBLIC_BASE_MAX } from '@open-oms/contracts/catalog/file-addresses'
import { type Static, type TProperties, Type } from '@sinclair/typebox'
import { logLevel, nodeEnv, stopNotice } from './process-environment.ts'

/**
 * The variables that every service with a database reads; its own `config.ts` adds what it alone
 * needs.
 */
export function serviceEnvironment<T extends TProperties>(port: number, own: T) {
  return Type.Object({ ...own, ...commonVariables(port) })
}

/** Of services whose responses have addresses of stored files. */
export const publicBaseVariable = {
  ASSET_PUBLIC_BASE: Type.String({
    pattern: '^https?://',
    maxLength: PUBLIC_BASE_MAX,
    description:
      'What the addresses of stored files begin with in responses and events: the gateway as browsers name it: its ' +
      'ASSET_URL, or else its PUBLIC_URL. The same for all services.',
  }),
}

const databaseVariables = {
  DATABASE_URL: Type.String({
    pattern: '^postgres(ql)?://',
    secret: true,
    description:
      "The service's own PostgreSQL database, `postgres://user:password@host:port/name`. " +
      'With TLS: `?sslmode=verify-full&sslrootcert=FILE`, and `&sslcert=FILE&sslkey=FILE` for a certificate of the client.',
  }),
  DATABASE_READ_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      secret: true,
      description:
        'A streaming standby of the same database, in the same form: searches, lists, exports and reports are read from it. ' +
        'All are read from DATABASE_URL by default.',
    }),
  ),
  DATABASE_READ_LAG_MS: Type.Integer({
    default: 500,
    minimum: 1,
    maximum: 10_000,
    description:
      'How long a read waits until the standby has what was committed before it; then it goes to the primary, as all do until the standby has caught up.',
  }),
  DATABASE_POOL_SIZE: Type.Integer({
    default: 10,
    minimum: 1,
    maximum: 500,
    description:
      'Most database connections of this process for requests and events, and as many to the standby. Each lock of background work ' +
      '(relay, consumers, schedules) has one more.',
  }),
  DATABASE_CONNECTION_SECONDS: Type.Integer({
    default: 1_800,
    minimum: 1,
    description:
      'Age at which a database connection is replaced, as soon as it is free, by one with the user and password of then.',
  }),
}

/** Of services that have reports. */
export const reportingVariable = {
  REPORTING_DATABASE_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      secret: true,
      description:
        'The same database, or a standby of it, for the user of reports, who reads the views of the schema `reporting` and nothing ' +
        'else. Without it there are no reports.',
    }),
  ),
}

/** Of all processes that are connected to NATS. */
export const natsConnectionVariables = {
  NATS_URL: Type.String({
    pattern: '^(nats|tls)://',
    secret: true,
    description:
      'NATS with JetStream, `nats://host:port`; several addresses of a cluster separated by commas, where user and password of ' +
      'the first count. `tls://host:port` refuses a server without TLS.',
  }),
  NATS_USER: Type.Optional(Type.String({ description: 'User at NATS; by default that of the address.' })),
  NATS_PASSWORD: Type.Optional(Type.String({ secret: true, description: 'Password at NATS; by default that of the address.' })),
  NATS_TLS_CA_FILE: Type.Optional(
    Type.String({
      description:
        'File with the certificates that may sign that of NATS; those that Node trusts by default. TLS is required then.',
    }),
  ),
  NATS_TLS_CERT_FILE: Type.Optional(Type.String({ description: 'File with the certificate that the client shows to NATS.' })),
  NATS_TLS_KEY_FILE: Type.Optional(Type.String({ description: 'File with the key of that certificate.' })),
}

const natsVariables = {
  ...natsConnectionVariables,
  NATS_REPLICAS: Type.Integer({
    default: 1,
    minimum: 1,
    maximum: 5,
    description: 'Copies of each stream; more than 1 needs a cluster.',
  }),
}

function commonVariables(port: number) {
  return {
    HOST: Type.String({ default: '127.0.0.1', description: 'Address the service listens on; 0.0.0.0 for all.' }),
    PORT: Type.Integer({
      default: port,
      minimum: 0,
      maximum: 65535,
      description: 'Port the service listens on; 0 for any free one.',
    }),
    ...databaseVariables,
    ...natsVariables,
    OUTBOX_KEPT_HOURS: Type.Integer({
      default: 24,
      minimum: 1,
      maximum: 28 * 24,
      description: 'How long published events are kept in the database, from where those that NATS loses are published again.',
    }),
    RECONCILE_MINUTES: Type.Integer({
      default: 60,
      minimum: 1,
      maximum: 24 * 60,
      description:
        'How often each consumer compares what was published with what it has handled. Much less than OUTBOX_KEPT_HOURS, so that what is missing can be published again.',
    }),
    GATEWAY_KEYS_URL: Type.String({
      pattern: '^https?://',
      description:
        'Where the gateway publishes the keys that it signs service tokens with: `/.well-known/jwks.json` there. The service accepts no ' +
        'other tokens.',
    }),
    OMS_CONFIG_DIR: Type.String({ default: 'config', description: 'Folder of the tenant configuration.' }),
    STOP_NOTICE_MS: stopNotice,
    LOG_LEVEL: logLevel('info'),
    NODE_ENV: nodeEnv('Of effect in the gateway alone, which refuses what is fit for trying out only in `production`.'),
  }
}

const common = Type.Object(commonVariables(0))
export type ServiceEnvironment = Static<typeof common>
