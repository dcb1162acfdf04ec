import { Type } from '@sinclair/typebox'
import { Model, Text } from '../primitives.ts'
import { defineRoute, ErrorBody } from '../route.ts'
import { IssuerMetadata, KeySet, OAuthToken, OAuthTokenRequest, Token, TokenRequest } from './token.ts'

const TOKEN_BODY_LIMIT = 16 * 1024

export const createToken = defineRoute({
  method: 'POST',
  url: '/api/Token',
  operationId: 'createToken',
  summary: 'Issues an access token for a client id and its secret.',
  description:
    'Client id and secret are read from a JSON or form body, else from the query. The response is the token as plain text, or, with ' +
    '`returnAsJson=true`, an object. A token is valid for one hour. At most 60 calls a minute from one address.',
  tags: ['Tokens'],
  access: 'public',
  query: TokenRequest,
  body: Type.Optional(TokenRequest),
  takesForm: true,
  responses: { 200: Token, 401: ErrorBody },
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
  responses: { 200: OAuthToken, 400: ErrorBody, 401: ErrorBody },
  headers: ['Cache-Control', 'Pragma'],
  rateLimit: 'token',
  bodyLimit: TOKEN_BODY_LIMIT,
})

export const getKeySet = defineRoute({
  method: 'GET',
  url: '/.well-known/jwks.json',
  operationId: 'getKeySet',
  summary: 'The public keys of the token issuer.',
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
export const tokenRoutes = [createToken, createOAuthToken, getKeySet, getIssuerMetadata] as const

export const getOpenApiDocument = defineRoute({
  method: 'GET',
  url: '/openapi.json',
  operationId: 'getOpenApiDocument',
  summary: 'This document: every route of every service as OpenAPI 3.1.',
  tags: ['Reference'],
  access: 'public',
  responses: { 200: Type.Object({}, { additionalProperties: true }) },
  rateLimit: 'uncounted',
})

/** The response of `/health/ready`, per part that the gateway needs. */
const Health = Model('Health', {
  status: Text,
  checks: Type.Record(Type.String(), Type.String()),
  version: Text,
  configuration: Type.Object({ hash: Type.String(), isRefused: Type.Boolean() }),
  /** Where the gateway signs tokens itself. */
  signingKeys: Type.Optional(Type.Object({ isRefused: Type.Boolean() })),
})

const healthBase = { method: 'GET', tags: ['Health'], access: 'public', rateLimit: 'uncounted' } as const

export const getHealth = defineRoute({
  ...healthBase,
  url: '/health',
  operationId: 'getHealth',
  summary: 'Whether the whole system can take requests; the same as `/health/ready`.',
  responses: { 200: Health },
})

export const getReadiness = defineRoute({
  ...healthBase,
  url: '/health/ready',
  operationId: 'getReadiness',
  summary: 'Whether the gateway and every service behind it can take requests; 503 names the parts that cannot.',
  responses: { 200: Health },
})

export const getLiveness = defineRoute({
  ...healthBase,
  url: '/health/live',
  operationId: 'getLiveness',
  summary: 'Whether the process of the gateway runs; asks nothing else.',
  responses: { 200: Type.Object({ status: Type.String() }) },
})

export const healthRoutes = [getHealth, getReadiness, getLiveness] as const
