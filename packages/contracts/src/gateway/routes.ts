import { Type } from '@sinclair/typebox'
import { described, Model, Text } from '../primitives.ts'
import { defineRoute, ErrorBody } from '../route.ts'
import { IssuerMetadata, KeySet, OAuthRevocation, OAuthToken, OAuthTokenRequest, Token, TokenRequest } from './token.ts'

const TOKEN_BODY_LIMIT = 16 * 1024

export const createToken = defineRoute({
  method: 'POST',
  url: '/api/Token',
  operationId: 'createToken',
  summary: 'Issues an access token for a client id and its secret.',
  description:
    'Client id and secret are read from a JSON or form body, else from the query. The response is the token as plain text, or, with ' +
    '`returnAsJson=true`, an object. A token is valid for one hour. At most 60 failed calls a minute from one address.',
  tags: ['Tokens'],
  access: 'public',
  query: TokenRequest,
  body: Type.Optional(TokenRequest),
  takesForm: true,
  responses: { 200: Token, 401: ErrorBody, 403: ErrorBody },
  otherTypes: ['text/plain'],
  headers: ['Cache-Control', 'Pragma'],
  rateLimit: 'token',
  bodyLimit: TOKEN_BODY_LIMIT,
})

export const createOAuthToken = defineRoute({
  method: 'POST',
  url: '/oauth/token',
  operationId: 'createOAuthToken',
  summary: 'Issues an access token by OAuth 2.0 client credentials (RFC 6749, section 4.4).',
  description:
    'The client authenticates with HTTP Basic or with `client_id` and `client_secret` in the body. `scope` narrows the roles of the ' +
    'token. Errors carry the codes of the RFC (invalid_request, invalid_client, unsupported_grant_type, invalid_scope) beside `message`.',
  tags: ['Tokens'],
  access: 'public',
  body: Type.Optional(OAuthTokenRequest),
  takesForm: true,
  responses: { 200: OAuthToken, 400: ErrorBody, 401: ErrorBody, 403: ErrorBody },
  headers: ['Cache-Control', 'Pragma'],
  rateLimit: 'token',
  bodyLimit: TOKEN_BODY_LIMIT,
})

export const revokeToken = defineRoute({
  method: 'POST',
  url: '/oauth/revoke',
  operationId: 'revokeToken',
  summary: 'Ends an access token before its time (RFC 7009).',
  description:
    'The client authenticates as for a token. A token of another client, and what is no token, is the same 204 and ends nothing. All ' +
    'gateways refuse the token within five seconds.',
  tags: ['Tokens'],
  access: 'public',
  body: Type.Optional(OAuthRevocation),
  takesForm: true,
  responses: { 204: null, 400: ErrorBody, 401: ErrorBody, 403: ErrorBody },
  headers: ['Cache-Control', 'Pragma'],
  rateLimit: 'token',
  bodyLimit: TOKEN_BODY_LIMIT,
})

export const getKeySet = defineRoute({
  method: 'GET',
  url: '/.well-known/jwks.json',
  operationId: 'getKeySet',
  summary: 'The public keys of the token issuer.',
  description:
    'Whoever checks tokens reads the keys here, by their `kid`. While keys are changed there are two, so that tokens of the earlier one stay valid.',
  tags: ['Tokens'],
  access: 'public',
  responses: { 200: KeySet },
  headers: ['Cache-Control'],
  rateLimit: 'uncounted',
})

export const getIssuerMetadata = defineRoute({
  method: 'GET',
  url: '/.well-known/openid-configuration',
  operationId: 'getIssuerMetadata',
  summary: 'Where the token issuer has its parts.',
  description:
    'The discovery document from which libraries configure themselves: the addresses of the token endpoint and of the keys, and what the issuer supports.',
  tags: ['Tokens'],
  access: 'public',
  responses: { 200: IssuerMetadata },
  headers: ['Cache-Control'],
  rateLimit: 'uncounted',
})

/**
 * Routes of the built-in token issuer; absent where another issuer replaces it
 * (security.md#signatures).
 */
export const tokenRoutes = [createToken, createOAuthToken, revokeToken, getKeySet, getIssuerMetadata] as const

export const getOpenApiDocument = defineRoute({
  method: 'GET',
  url: '/openapi.json',
  operationId: 'getOpenApiDocument',
  summary: 'This document: every route of every service as OpenAPI 3.1.',
  description:
    'The descriptions of all services in one document, for generators of clients and for tools that send requests. Needs no token.',
  tags: ['Reference'],
  access: 'public',
  responses: { 200: Type.Object({}, { additionalProperties: true }) },
  rateLimit: 'uncounted',
})

/** The response of `/health/ready`, per part that the gateway needs. */
const Health = Model(
  'Health',
  {
    status: described(Text, 'The state of the whole; the HTTP status says the same.'),
    checks: described(Type.Record(Type.String(), Type.String()), 'The state of each part by its name.'),
    version: described(Text, 'The version of the program that responds.'),
    configuration: described(
      Type.Object({
        hash: described(
          Type.String(),
          'The same for the same content of all configuration files: with it processes are compared.',
        ),
        isRefused: described(
          Type.Boolean(),
          'Whether the files were changed since and the change was refused as faulty: the process keeps the earlier content.',
        ),
      }),
      'The configuration that the process works by.',
    ),
    signingKeys: described(
      Type.Optional(
        Type.Object({
          isRefused: described(
            Type.Boolean(),
            'Whether changed keys were refused as faulty: the gateway keeps using the earlier ones.',
          ),
        }),
      ),
      'The keys that the gateway signs tokens with; only where it signs them itself.',
    ),
  },
  'Whether the system can take requests, by the parts that the gateway needs.',
)

const healthBase = { method: 'GET', tags: ['Health'], access: 'public', rateLimit: 'uncounted' } as const

export const getHealth = defineRoute({
  ...healthBase,
  url: '/health',
  operationId: 'getHealth',
  summary: 'Whether the whole system can take requests; the same as `/health/ready`.',
  description: 'For monitors that know one address. A part that is down makes it 503, and `checks` names the part.',
  responses: { 200: Health },
})

export const getReadiness = defineRoute({
  ...healthBase,
  url: '/health/ready',
  operationId: 'getReadiness',
  summary: 'Whether the gateway and every service behind it can take requests; 503 names the parts that cannot.',
  description: 'For load balancers: send requests here only while the response is 200.',
  responses: { 200: Health },
})

export const getLiveness = defineRoute({
  ...healthBase,
  url: '/health/live',
  operationId: 'getLiveness',
  summary: 'Whether the process of the gateway runs; asks nothing else.',
  description:
    'For whatever restarts the process when it does not respond. A database or service that is down does not make it fail.',
  responses: { 200: Type.Object({ status: described(Type.String(), '`live`, whenever there is a response.') }) },
})

export const healthRoutes = [getHealth, getReadiness, getLiveness] as const
