import { TOTP } from 'otpauth'
import type { Examples } from './example-recorder.ts'

/** A person signs in, looks and signs out, and what is refused on the way. */
export async function sessionExamples(examples: Examples): Promise<void> {
  const { call } = examples
  const person = { userName: 'demo@example.com', password: 'demo-password' }
  const { csrfToken } = await call('signIn', { isAnonymous: true, body: person })
  await call('signIn', { isAnonymous: true, body: { ...person, password: 'wrong' }, status: 401 })
  const ofOtherSite = { headers: { 'sec-fetch-site': 'cross-site' }, status: 403 }
  await call('signIn', { isAnonymous: true, body: person, ...ofOtherSite })
  await call('getSession', { hasSession: true })
  await call('getSession', { isAnonymous: true, status: 401 })
  await call('getSession', { hasSession: true, ...ofOtherSite })
  await call('getSignInOptions', { isAnonymous: true })
  await call('getSignInOptions', { isAnonymous: true, ...ofOtherSite })
  await call('signOut', { hasSession: true, status: 403 })
  await call('signOut', { hasSession: true, query: { everywhere: true }, headers: { 'x-csrf-token': csrfToken } })
}

/** Another person changes the password, adds a second factor, confirms and signs in with it. */
export async function accountExamples({ call }: Pick<Examples, 'call'>): Promise<void> {
  const person = { userName: 'reader@example.com', password: 'demo-password' }
  const newPassword = 'purple lantern voyage moss'
  const first = await call('signIn', { isAnonymous: true, body: person, isKept: false })
  const token = (csrfToken: string) => ({ hasSession: true, headers: { 'x-csrf-token': csrfToken } })
  const change = { currentPassword: person.password, newPassword }
  const { csrfToken } = await call('changePassword', { ...token(first.csrfToken), body: change })
  const own = token(csrfToken)
  await call('confirmSession', { ...own, body: { password: newPassword } })
  const { secret, offer } = await call('offerAuthenticator', own)
  const code = new TOTP({ secret }).generate()
  await call('addAuthenticator', { ...own, body: { offer, code } })
  const { recoveryCodes } = await call('renewRecoveryCodes', own)
  await call('getAccount', { hasSession: true })
  await call('challengePasskey', { isAnonymous: true })
  await call('endAccountSession', { ...own, path: { id: 'Zb7nLc4pHs6jFg9aUek2Vd8wQm5tRx3y' } })
  await call('removePasskey', { ...own, path: { id: 'q1Vd8wQm5tRx3yZb7nLc4p' } })
  const known = { ...person, password: newPassword }
  await call('signIn', { isAnonymous: true, body: known, status: 202 })
  await call('signIn', { isAnonymous: true, body: { ...known, code: recoveryCodes[0] }, isKept: false })
  const client = { client_id: 'demo', client_secret: 'demo-secret' }
  const ask = { isAnonymous: true, form: { grant_type: 'client_credentials', ...client }, isKept: false }
  const { access_token: ended } = await call('createOAuthToken', ask)
  await call('revokeToken', { isAnonymous: true, form: { ...client, token: ended } })
  await call('revokeToken', { isAnonymous: true, body: { ...client, token: ended } })
}
