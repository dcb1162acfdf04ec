import { logLevel, nodeEnv, stopNotice } from '@open-oms/service-kit/process/process-environment'
import { natsConnectionVariables } from '@open-oms/service-kit/process/service-environment'
import { type Static, Type } from '@sinclair/typebox'

/**
 * The environment of the gateway. `.env.example` and the configuration reference are generated from
 * it.
 */
export const GatewayConfig = Type.Object({
  HOST: Type.String({ default: '127.0.0.1', description: 'Address the gateway listens on; 0.0.0.0 for all.' }),
  PORT: Type.Integer({ default: 8080, minimum: 1, maximum: 65535, description: 'Port of the public interface.' }),
  PUBLIC_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^/]+$',
      description: 'The gateway as its clients name it; `http://127.0.0.1:PORT` by default.',
    }),
  ),
  ASSET_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^/]+$',
      description:
        'A second address of the gateway, with a host of its own, for files alone: `https://files.example.com`. Files are not at PUBLIC_URL ' +
        'then. ASSET_PUBLIC_BASE of the services is the same.',
    }),
  ),
  METRICS_HOST: Type.String({ default: '127.0.0.1', description: 'Address of the metrics page; for the inner network alone.' }),
  METRICS_PORT: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 65535,
    description: 'Port of `/metrics` on METRICS_HOST. 0: no metrics page. The public port never shows it.',
  }),
  CATALOG_ASSETS_URL: Type.String({ pattern: '^https?://', description: 'Where catalog-assets listens.' }),
  ORDERS_WORKFLOW_URL: Type.String({ pattern: '^https?://', description: 'Where orders-workflow listens.' }),
  ACCOUNTING_READ_URL: Type.String({ pattern: '^https?://', description: 'Where accounting-read listens.' }),
  UPSTREAM_TIMEOUT_MS: Type.Integer({
    default: 60_000,
    minimum: 1_000,
    description:
      'Longest wait for a free connection to a service, then for it to begin its response (503), and between two parts of it (the response breaks off).',
  }),
  UPSTREAM_CONNECTIONS: Type.Integer({
    default: 64,
    minimum: 1,
    description: 'Most connections to each service for requests with a token, and as many for those that need none (files).',
  }),
  UPSTREAM_STREAMS: Type.Integer({
    default: 1_000,
    minimum: 1,
    description:
      'Most streams of changes to each service, which have connections of their own: one for each page of the console that is looked at.',
  }),
  PUBLIC_REQUESTS_PER_ADDRESS: Type.Integer({
    default: 16,
    minimum: 1,
    description:
      'Most requests without a token (files) that one address may have under way; more wait for 5 s, then 429. Below ' +
      'UPSTREAM_CONNECTIONS, so that one address does not keep all connections busy.',
  }),
  PUBLIC_BYTES_PER_SECOND_MIN: Type.Integer({
    default: 16_384,
    minimum: 0,
    description:
      'Lowest rate at which a client without a token may take a response, after 30 s in which it may be slower; below it the response ' +
      'breaks off. 0: any rate.',
  }),
  TOKEN_SIGNING_KEYS: Type.Optional(
    Type.String({
      secret: true,
      description:
        'Private keys (Ed25519 or P-256) of tokens, those of the built-in issuer and those that the services get: files or folders of files, separated by commas, or the keys ' +
        'themselves in PEM or as JWK. The first signs, all are published. Required when NODE_ENV is production; else a key of the ' +
        'moment is made, and tokens end with the process.',
    }),
  ),
  OIDC_ISSUER: Type.Optional(Type.String({ description: 'Issuer of the tokens of callers (`iss`); the PUBLIC_URL by default.' })),
  OIDC_AUDIENCE: Type.String({ default: 'oms', description: 'Audience of the tokens of callers (`aud`).' }),
  OIDC_JWKS_URL: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description:
        'Keys of another token issuer, which then replaces the built-in one: the token routes do not exist. An address of this gateway ' +
        'means the built-in one.',
    }),
  ),
  TRUST_PROXY: Type.Array(Type.String(), {
    default: [],
    description:
      'Proxies whose `X-Forwarded-*` headers are believed: addresses, networks (10.0.0.0/8) or loopback, linklocal, uniquelocal. ' +
      'Behind a load balancer this must be set, or all callers share its address in the limits by address, and with it their failed attempts.',
  }),
  CORS_ORIGINS: Type.Array(Type.String(), {
    default: [],
    description: 'Origins whose pages may call the interface (`https://shop.example`), or `*`. Empty: none.',
  }),
  REDIS_URL: Type.Optional(
    Type.String({
      pattern: '^(rediss?://|rediss?\\+sentinel://[^/]+/[^/]+$)',
      secret: true,
      description:
        'Redis that several gateways share their rate limits and ended sessions in, `redis://host:port`, or its sentinels with the name ' +
        'of the primary: `redis+sentinel://user:password@host:port,host:port/name`, where user and password count for both. Unset: each ' +
        'has its own limits, and forgets them when it stops; ended sessions are kept in OMS_DATA_DIR.',
    }),
  ),
  OMS_DATA_DIR: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'Folder of this gateway alone, where it keeps without REDIS_URL which sessions were ended, over a restart. Unset: all sessions of ' +
        'people end with the process.',
    }),
  ),
  SESSION_IDLE_MINUTES: Type.Integer({
    default: 60,
    minimum: 1,
    maximum: 1_440,
    description: 'After so long without a request the session of a person ends.',
  }),
  SESSION_HOURS_MAX: Type.Integer({
    default: 12,
    minimum: 1,
    maximum: 168,
    description: 'The session of a person ends after so many hours in any case.',
  }),
  BREACHED_PASSWORDS: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'Passwords that were published, which people may not choose: a file of hashes, SHA-1 or NTLM, in their order, or a folder of files by ' +
        'the first five digits, as Have I Been Pwned publishes both; or a file of words, one a line. Nothing is asked over the network.',
    }),
  ),
  SIGN_IN_ISSUER: Type.Optional(
    Type.String({
      pattern: '^https?://[^?#]+$',
      description:
        'OpenID Connect provider that people sign in with: its issuer, whose `/.well-known/openid-configuration` is read. `sign-in.json` ' +
        'of the tenant configuration says what its claims mean. In production https alone. Further providers of `sign-in.json` have ' +
        'variables with their id: `SIGN_IN_NORTH_SHOP_ISSUER` for `north-shop`, and so on.',
    }),
  ),
  SIGN_IN_CLIENT_ID: Type.Optional(
    Type.String({ minLength: 1, description: 'The gateway as the provider knows it. Required with SIGN_IN_ISSUER.' }),
  ),
  SIGN_IN_CLIENT_SECRET: Type.Optional(
    Type.String({
      minLength: 1,
      secret: true,
      description: 'The secret of SIGN_IN_CLIENT_ID at the provider. Unset: the provider knows it as a public client.',
    }),
  ),
  ...natsConnectionVariables,
  OMS_CONFIG_DIR: Type.String({ default: 'config', description: 'Folder of the tenant configuration.' }),
  OMS_CREDENTIALS_DIR: Type.Optional(
    Type.String({
      description:
        'Folder with `credentials.json`, the hashes of passwords and client secrets, which no other process needs; OMS_CONFIG_DIR by default.',
    }),
  ),
  STOP_NOTICE_MS: stopNotice,
  LOG_LEVEL: logLevel('info'),
  NODE_ENV: nodeEnv(
    '`production` refuses demo clients and users, known and short secrets and passwords, and a signing key of the moment.',
  ),
})
export type GatewayConfig = Static<typeof GatewayConfig>

/** The gateway as its clients name it, without a slash at the end. */
export function gatewayUrl({ PUBLIC_URL, PORT }: GatewayConfig): string {
  return PUBLIC_URL ?? `http://127.0.0.1:${PORT}`
}

/**
 * The keys of another issuer, or null for the built-in one. All services of one system may be given
 * the same environment, so an OIDC_JWKS_URL that leads back to this gateway means the built-in
 * issuer too.
 */
export function foreignKeysUrl(config: GatewayConfig): string | null {
  const own = [gatewayUrl(config), `http://127.0.0.1:${config.PORT}`, `http://localhost:${config.PORT}`]
  const { OIDC_JWKS_URL = null } = config
  return own.some((url) => OIDC_JWKS_URL === `${url}/.well-known/jwks.json`) ? null : OIDC_JWKS_URL
}
