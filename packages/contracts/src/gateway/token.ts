import { type Static, Type } from '@sinclair/typebox'
import { described, Flag, List, Model, Text } from '../primitives.ts'

/** How long a token is valid, in seconds (security.md#signatures). */
export const TOKEN_LIFETIME_SECONDS = 3_600

/** What `POST /api/Token` reads from its query and its body, which may be JSON or a form. */
export const TokenRequest = Model(
  'TokenRequest',
  {
    clientId: described(
      Type.Optional(Text),
      'The id of the client, as the configuration of the tenant names it. Without it the response is 400.',
    ),
    clientSecret: described(
      Type.Optional(Text),
      'The secret of the client. Send it in the body: addresses with a query are kept in logs of proxies.',
    ),
    returnAsJson: described(
      Type.Optional(Type.Union([Flag, Text])),
      '`true`, as a boolean or as text: the response is an object with the token and its lifetime. Otherwise it is the token as plain text.',
    ),
  },
  'The credentials of a client of the built-in token issuer, from a JSON body, a form or the query.',
)
export type TokenRequest = Static<typeof TokenRequest>

/** The response of `POST /api/Token` with `returnAsJson=true`. */
export const Token = Model(
  'Token',
  {
    accessToken: described(
      Text,
      'The access token, a signed JWT. Send it with every request as `Authorization: Bearer <token>`.',
    ),
    tokenType: described(Type.Literal('Bearer'), 'How the token is sent: always `Bearer`.'),
    expiresIn: Type.Integer({ description: 'Seconds until the token expires.' }),
  },
  'The response of `POST /api/Token` with `returnAsJson=true`.',
)
export type Token = Static<typeof Token>

/**
 * The body of `POST /oauth/token`: client credentials of RFC 6749, section 4.4. The names are those
 * of the RFC.
 */
export const OAuthTokenRequest = Model(
  'OAuthTokenRequest',
  {
    grant_type: described(Type.Optional(Text), 'Always `client_credentials`; without it the response is 400 `invalid_request`.'),
    client_id: described(Type.Optional(Text), 'The id of the client, unless it authenticates with HTTP Basic.'),
    client_secret: described(Type.Optional(Text), 'The secret of the client, unless it authenticates with HTTP Basic.'),
    client_assertion_type: described(
      Type.Optional(Text),
      'With `client_assertion`: `urn:ietf:params:oauth:client-assertion-type:jwt-bearer`.',
    ),
    client_assertion: described(
      Type.Optional(Text),
      'In place of a secret: a JWT that one of the keys of the client has signed (RFC 7523). Its `aud` is the token address or the issuer, its ' +
        '`iss` and `sub` the client id, its `jti` counts once, and it ends within five minutes.',
    ),
    scope: Type.Optional(Type.String({ description: 'Roles, separated by blanks; fewer than the client has.' })),
  },
  'A request for a token by client credentials; the names are those of RFC 6749.',
)
export type OAuthTokenRequest = Static<typeof OAuthTokenRequest>

/** The body of `POST /oauth/revoke` (RFC 7009, section 2.1). */
export const OAuthRevocation = Model(
  'OAuthRevocation',
  {
    token: described(Type.Optional(Text), 'The access token that is to count no more; without it the response is 400.'),
    token_type_hint: described(Type.Optional(Text), 'Not looked at: all tokens are access tokens.'),
    client_id: described(Type.Optional(Text), 'The id of the client, unless it authenticates with HTTP Basic.'),
    client_secret: described(Type.Optional(Text), 'The secret of the client, unless it authenticates with HTTP Basic.'),
    client_assertion_type: described(Type.Optional(Text), 'As for a token.'),
    client_assertion: described(Type.Optional(Text), 'As for a token.'),
  },
  'The end of a token; the names are those of RFC 7009.',
)
export type OAuthRevocation = Static<typeof OAuthRevocation>

/** RFC 6749, section 5.1. */
export const OAuthToken = Model(
  'OAuthToken',
  {
    access_token: described(
      Text,
      'The access token, a signed JWT. Send it with every request as `Authorization: Bearer <token>`.',
    ),
    token_type: described(Type.Literal('Bearer'), 'How the token is sent: always `Bearer`.'),
    expires_in: Type.Integer({ description: 'Seconds until the token expires.' }),
    scope: Type.String({ description: 'The roles of the token, separated by blanks.' }),
  },
  'The access token that was issued (RFC 6749, section 5.1).',
)
export type OAuthToken = Static<typeof OAuthToken>

/** The public keys that tokens may be signed with (RFC 7517); two during a key rotation. */
export const KeySet = Model(
  'KeySet',
  {
    keys: described(
      List(Type.Record(Text, Type.Unknown())),
      'One JSON Web Key for each signing key; two while keys are changed. The `kid` in the head of a token says which one it was signed with.',
    ),
  },
  'The public keys that tokens may be signed with (RFC 7517).',
)
export type KeySet = Static<typeof KeySet>

/** The metadata of the issuer, for verifiers of tokens (OpenID Connect Discovery; RFC 8414). */
export const IssuerMetadata = Model(
  'IssuerMetadata',
  {
    issuer: described(Text, 'The name of the issuer: what the claim `iss` of its tokens is.'),
    token_endpoint: described(Text, 'The address at which tokens are issued by OAuth 2.0 client credentials.'),
    jwks_uri: described(Text, 'The address of the public keys.'),
    revocation_endpoint: described(Text, 'The address at which a client ends its tokens (RFC 7009).'),
    grant_types_supported: described(List(Text), 'The grants that the token endpoint takes.'),
    token_endpoint_auth_methods_supported: described(
      List(Text),
      'The ways in which a client may authenticate at the token endpoint.',
    ),
    scopes_supported: described(List(Text), 'The roles that a token can be asked for.'),
    response_types_supported: described(
      List(Text),
      'Response types of an authorisation endpoint. The standard asks for the field.',
    ),
    subject_types_supported: described(List(Text), 'Kinds of subject identifiers. The standard asks for the field.'),
    id_token_signing_alg_values_supported: described(
      List(Text),
      'The algorithms that tokens are signed with. The standard asks for the field; no ID token is issued.',
    ),
  },
  'What a verifier needs to know of the token issuer (OpenID Connect Discovery, RFC 8414).',
)
export type IssuerMetadata = Static<typeof IssuerMetadata>
