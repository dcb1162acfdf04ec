import type { Role } from '@open-oms/contracts/access'
import type { User } from '@open-oms/contracts/config/access/users'
import type { Session } from '@open-oms/contracts/gateway/session'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { quickHash } from './quick-hash.ts'

export const PASSWORD = 'correct horse battery'

const passwordHash = quickHash(PASSWORD)

/** A person with `PASSWORD`, who may read and change orders. */
export function person(userName: string, changes: Partial<User> = {}): User {
  const roles: Role[] = ['OrderRead', 'OrderAdmin']
  const flags = { mustChangePassword: false, needsSecondFactor: false, isDisabled: false, isDemo: false }
  const usual = { displayName: null, passwordHash, roles, storeIds: [], allStores: false, networks: [], ...flags }
  return { ...usual, userName, ...changes }
}

export type SignedIn = {
  session: Session
  /** `name=value`, as a browser sends it back. */
  cookie: string
  /** What a page of the gateway sends with a change. */
  headers: { cookie: string; 'x-csrf-token': string; 'sec-fetch-site': string }
}

/** The cookie of a response as a browser sends it back. */
export function responseCookie({ headers }: LightMyRequestResponse): string {
  return String(headers['set-cookie']).split(';')[0] as string
}

/** Asks to sign in, as a page of the gateway does. */
export function askToSignIn(
  app: FastifyInstance,
  userName: string,
  { password = PASSWORD, headers = {} }: { password?: string; headers?: Record<string, string> } = {},
): Promise<LightMyRequestResponse> {
  const payload = { userName, password }
  return app.inject({ method: 'POST', url: '/session', payload, headers: { 'sec-fetch-site': 'same-origin', ...headers } })
}

/** Signs a person in, who must be known. */
export async function signedIn(app: FastifyInstance, userName: string): Promise<SignedIn> {
  const response = await askToSignIn(app, userName)
  if (response.statusCode !== 200) throw new Error(`Not signed in: ${response.body}`)
  const session = response.json() as Session
  const cookie = responseCookie(response)
  return { session, cookie, headers: { cookie, 'x-csrf-token': session.csrfToken, 'sec-fetch-site': 'same-origin' } }
}
