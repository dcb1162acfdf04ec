import { type Static, Type } from '@sinclair/typebox'
import { Flag, List, Model, Text } from '../primitives.ts'

/** How long a token is valid, in seconds (security.md#signatures). */
export const TOKEN_LIFETIME_SECONDS = 3_600

/** What `POST /api/Token` reads from its query and its body, which may be JSON or a form. */
export const TokenRequest = Model('TokenRequest', {
  clientId: Type.Optional(Text),
  clientSecret: Type.Optional(Text),
  returnAsJson: Type.Optional(Type.Union([Flag, Text])),
})
export type TokenRequest = Static<typeof TokenRequest>

/** The response of `POST /api/Token` with `returnAsJson=true`. */
export const Token = Model('Token', {
  accessToken: Text,
  tokenType: Type.Literal('Bearer'),
  expiresIn: Type.Integer({ description: 'Seconds until the token expires.' }),
})
export type Token = Static<typeof Token>

/**
 * The body of `POST /oauth/token`: client credentials of RFC 6749, section 4.4. The names are those
 * of the RFC.
 */
export const OAuthTokenRequest = Model('OAuthTokenRequest', {
  grant_type: Type.Optional(Text),
  client_id: Type.Optional(Text),
  client_secret: Type.Optional(Text),
  scope: Type.Optional(Type.String({ description: 'Roles, separated by blanks; fewer than the client has.' })),
})
export type OAuthTokenRequest = Static<typeof OAuthTokenRequest>

/** RFC 6749, section 5.1. */
export const OAuthToken = Model('OAuthToken', {
  access_token: Text,
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer({ description: 'Seconds until the token expires.' }),
  scope: Type.String({ description: 'The roles of the token, separated by blanks.' }),
})
export type OAuthToken = Static<typeof OAuthToken>

/** The public keys that tokens may be signed with (RFC 7517); two while keys are changed. */
export const KeySet = Model('KeySet', { keys: List(Type.Record(Text, Type.Unknown())) })
export type KeySet = Static<typeof KeySet>

/** What a verifier needs to know of the issuer (OpenID Connect Discovery; RFC 8414). */
export const IssuerMetadata = Model('IssuerMetadata', {
  issuer: Text,
  token_endpoint: Text,
  jwks_uri: Text,
  grant_types_supported: List(Text),
  token_endpoint_auth_methods_supported: List(Text),
  scopes_supported: List(Text),
  response_types_supported: List(Text),
  subject_types_supported: List(Text),
  id_token_signing_alg_values_supported: List(Text),
})
export type IssuerMetadata = Static<typeof IssuerMetadata>
