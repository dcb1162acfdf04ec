import { Type } from '@sinclair/typebox'
import { described, Text } from '../primitives.ts'
import { defineRoute, ErrorBody } from '../route.ts'
import {
  Account,
  AuthenticatorOffer,
  Confirmation,
  NewAuthenticator,
  NewPasskey,
  PasskeyChallenge,
  PasskeyResponse,
  PasswordChange,
  RecoveryCodes,
} from './account.ts'
import { Session } from './session.ts'

const BODY_LIMIT = 64 * 1024
const base = { tags: ['Sessions'], access: 'public', bodyLimit: BODY_LIMIT } as const
const refused = { 401: ErrorBody, 403: ErrorBody } as const
const read = { ...base, method: 'GET', headers: ['Cache-Control'] } as const
/** With the session cookie and its `X-CSRF-Token`. */
const write = { ...base, requestHeaders: ['X-CSRF-Token'], headers: ['Cache-Control'] } as const
const RECENT =
  'Asks for a recent sign-in or confirmation: else 403 `ConfirmationRequired`, and the request is sent again after `POST /session/confirmation`.'
const LOCAL = 'Who signed in by a provider has none here, and gets 403.'

export const challengePasskey = defineRoute({
  ...base,
  url: '/session/passkey/challenge',
  method: 'POST',
  operationId: 'challengePasskey',
  summary: 'Begins signing in, or confirming, by a passkey.',
  description: 'For any person: the browser knows whose passkeys it has.',
  responses: { 200: PasskeyChallenge, 403: ErrorBody },
  headers: ['Cache-Control'],
})

export const signInByPasskey = defineRoute({
  ...base,
  url: '/session/passkey',
  method: 'POST',
  operationId: 'signInByPasskey',
  summary: 'Signs a person in by a passkey, without a password.',
  description:
    'The device has checked who uses it, by PIN, finger or face, so a passkey is two factors. A challenge counts once. Sets the same ' +
    'cookie as signing in by password.',
  body: PasskeyResponse,
  responses: { 200: Session, 401: ErrorBody, 403: ErrorBody },
  headers: ['Cache-Control', 'Set-Cookie'],
  rateLimit: 'sign-in',
})

export const confirmSession = defineRoute({
  ...write,
  url: '/session/confirmation',
  method: 'POST',
  operationId: 'confirmSession',
  summary: 'Shows again who the person is, for what asks for it.',
  description:
    'By the second factor where the person has one, else by the password. Refunds, purges, exports and changes of people ask for it when ' +
    'the last time is longer ago than `stepUpMinutes` of `sign-in.json`. Failed attempts count as those of signing in.',
  body: Confirmation,
  responses: { 200: Session, ...refused },
  headers: ['Cache-Control', 'Set-Cookie'],
  rateLimit: 'sign-in',
})

export const getAccount = defineRoute({
  ...read,
  url: '/session/account',
  operationId: 'getAccount',
  summary: 'Says how the person signs in, and where they are signed in.',
  description: 'Passkeys, authenticator app, recovery codes left, and the sessions that have not ended.',
  responses: { 200: Account, ...refused },
})

export const changePassword = defineRoute({
  ...write,
  url: '/session/password',
  method: 'PUT',
  operationId: 'changePassword',
  summary: 'Changes the own password.',
  description:
    'All other sessions of the person end. The new password must not be easily guessed, nor stand in the list of breached passwords ' +
    `that the gateway was given: else 400. When an administrator sets another password, that one counts. ${LOCAL}`,
  body: PasswordChange,
  responses: { 200: Session, ...refused },
  headers: ['Cache-Control', 'Set-Cookie'],
  rateLimit: 'sign-in',
})

export const offerAuthenticator = defineRoute({
  ...write,
  url: '/session/authenticator',
  method: 'POST',
  operationId: 'offerAuthenticator',
  summary: 'Makes a secret for an authenticator app.',
  description: `It counts when a first code has come by \`PUT\`. ${RECENT} ${LOCAL}`,
  responses: { 200: AuthenticatorOffer, ...refused },
})

export const addAuthenticator = defineRoute({
  ...write,
  url: '/session/authenticator',
  method: 'PUT',
  operationId: 'addAuthenticator',
  summary: 'Adds the authenticator app, by its first code.',
  description: `It replaces the one before. The first second factor brings recovery codes. ${RECENT} ${LOCAL}`,
  body: NewAuthenticator,
  responses: { 200: RecoveryCodes, ...refused },
  headers: ['Cache-Control', 'Set-Cookie'],
  rateLimit: 'sign-in',
})

export const removeAuthenticator = defineRoute({
  ...write,
  url: '/session/authenticator',
  method: 'DELETE',
  operationId: 'removeAuthenticator',
  summary: 'Removes the authenticator app.',
  description: `With the last second factor the recovery codes go too. ${RECENT} ${LOCAL}`,
  responses: { 204: null, ...refused },
})

export const renewRecoveryCodes = defineRoute({
  ...write,
  url: '/session/recovery-codes',
  method: 'POST',
  operationId: 'renewRecoveryCodes',
  summary: 'Makes new recovery codes.',
  description: `Those from before no longer count. ${RECENT} ${LOCAL} Who has no second factor gets 400.`,
  responses: { 200: RecoveryCodes, ...refused },
})

export const offerPasskey = defineRoute({
  ...write,
  url: '/session/passkeys/challenge',
  method: 'POST',
  operationId: 'offerPasskey',
  summary: 'Begins adding a passkey.',
  description: `${RECENT} ${LOCAL}`,
  responses: { 200: PasskeyChallenge, ...refused },
})

export const addPasskey = defineRoute({
  ...write,
  url: '/session/passkeys',
  method: 'POST',
  operationId: 'addPasskey',
  summary: 'Adds a passkey that the browser has made.',
  description: `The first second factor brings recovery codes. ${RECENT} ${LOCAL}`,
  body: NewPasskey,
  responses: { 200: RecoveryCodes, ...refused },
  headers: ['Cache-Control', 'Set-Cookie'],
  rateLimit: 'sign-in',
})

export const removePasskey = defineRoute({
  ...write,
  url: '/session/passkeys/:id',
  method: 'DELETE',
  operationId: 'removePasskey',
  summary: 'Removes a passkey.',
  description: `One that is not there is removed too. With the last second factor the recovery codes go. ${RECENT} ${LOCAL}`,
  params: Type.Object({ id: described(Text, 'The id of the passkey.') }),
  responses: { 204: null, ...refused },
})

export const endAccountSession = defineRoute({
  ...write,
  url: '/session/sessions/:id',
  method: 'DELETE',
  operationId: 'endAccountSession',
  summary: 'Ends one of the own sessions, such as that of another browser.',
  description: 'No gateway accepts it from then on. One that is not there has ended already.',
  params: Type.Object({ id: described(Text, 'The id of the session.') }),
  responses: { 204: null, ...refused },
})

export const resetFactors = defineRoute({
  ...write,
  url: '/session/people/:userName/factors',
  method: 'DELETE',
  operationId: 'resetFactors',
  summary: 'Removes the second factors of a person who has lost them.',
  description:
    'Passkeys, authenticator app and recovery codes go, and all sessions of the person end; the password stays. For administrators of all ' +
    `stores who have every role of the person. ${RECENT}`,
  params: Type.Object({ userName: described(Text, 'The name that the person signs in with.') }),
  responses: { 204: null, ...refused, 404: ErrorBody },
})

/** Routes by which people look after how they sign in (security.md#second-factors). */
export const accountRoutes = [
  challengePasskey,
  signInByPasskey,
  confirmSession,
  getAccount,
  changePassword,
  offerAuthenticator,
  addAuthenticator,
  removeAuthenticator,
  renewRecoveryCodes,
  offerPasskey,
  addPasskey,
  removePasskey,
  endAccountSession,
  resetFactors,
] as const
