import type { Examples } from './example-recorder.ts'

/** A person signs in, looks and signs out, and what is refused on the way. */
export async function sessionExamples({ call }: Examples): Promise<void> {
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
