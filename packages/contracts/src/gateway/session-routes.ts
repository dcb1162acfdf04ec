import { Type } from '@sinclair/typebox'
import { described, Flag } from '../primitives.ts'
import { defineRoute, ErrorBody } from '../route.ts'
import { SecondFactorAsked } from './account.ts'
import { accountRoutes } from './account-routes.ts'
import { createPanelToken } from './panel-token.ts'
import { Session, SignIn, SignInOptions } from './session.ts'

const BODY_LIMIT = 16 * 1024

const base = { url: '/session', tags: ['Sessions'], access: 'public' } as const

export const signIn = defineRoute({
  ...base,
  method: 'POST',
  operationId: 'signIn',
  summary: 'Signs a person in by name and password.',
  description:
    'For pages of the gateway’s own address. The response sets the session cookie, which is `HttpOnly`, `SameSite=Lax` and, where the ' +
    'address is https, `Secure`. With it requests need no `Authorization`; one that has it is not looked at for cookies. A session that ' +
    'the request came with ends. Where passwords are not used it is 403. Unknown names and wrong passwords are the same 401. Who has a second factor gets 202 ' +
    'and sends all again with `code`, or signs in by passkey. At most 20 failed attempts a minute from one address and ' +
    '10 in five minutes for one name.',
  body: SignIn,
  responses: { 200: Session, 202: SecondFactorAsked, 401: ErrorBody, 403: ErrorBody },
  headers: ['Cache-Control', 'Set-Cookie'],
  rateLimit: 'sign-in',
  bodyLimit: BODY_LIMIT,
})

export const getSession = defineRoute({
  ...base,
  method: 'GET',
  operationId: 'getSession',
  summary: 'Says who is signed in, and until when.',
  description: 'Reads the session cookie, and does not put off the end of the session. Without a valid session it is 401.',
  responses: { 200: Session, 401: ErrorBody, 403: ErrorBody },
  headers: ['Cache-Control'],
})

export const signOut = defineRoute({
  ...base,
  method: 'DELETE',
  operationId: 'signOut',
  summary: 'Signs the person out, here or everywhere.',
  description:
    'Ends the session of the cookie, which from then on no gateway accepts, and clears the cookie. Without a session there is ' +
    'nothing to do, and the response is the same.',
  query: Type.Object({
    everywhere: described(Type.Optional(Flag), '`true`: ends all sessions of the person, in other browsers too.'),
  }),
  requestHeaders: ['X-CSRF-Token'],
  responses: { 204: null, 403: ErrorBody },
  headers: ['Cache-Control', 'Clear-Site-Data', 'Set-Cookie'],
})

export const getSignInOptions = defineRoute({
  ...base,
  url: '/session/options',
  method: 'GET',
  operationId: 'getSignInOptions',
  summary: 'Says how people may sign in: by password, by OpenID Connect providers.',
  description:
    'For the page that asks people to sign in. The address of a provider leads a browser there and back, and begins the session; it ' +
    'is not for programs.',
  responses: { 200: SignInOptions, 403: ErrorBody },
  headers: ['Cache-Control'],
})

/**
 * Routes by which people sign in; absent where another token issuer replaces the built-in one
 * (security.md#sessions).
 */
export const sessionRoutes = [signIn, getSession, signOut, getSignInOptions, createPanelToken, ...accountRoutes] as const
