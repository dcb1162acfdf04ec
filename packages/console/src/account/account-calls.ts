import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { queryOptions } from '@tanstack/react-query'
import { gateway } from '../session/gateway.ts'
import { keepSession, type Session } from '../session/session.ts'

export type Account = Awaited<ReturnType<typeof readAccount>>

const readAccount = (signal?: AbortSignal) => gateway.get('/session/account', signal === undefined ? {} : { signal })

/** How the person signs in. */
export const accountQuery = queryOptions({ queryKey: ['account'], queryFn: ({ signal }) => readAccount(signal) })

type Confirmation = { password: string } | { code: string } | { passkey: Awaited<ReturnType<typeof showPasskey>> }

/** Shows again who the person is. */
export async function confirmBy(body: Confirmation): Promise<void> {
  keepSession((await gateway.post('/session/confirmation', { body })) as Session)
}

/** Asks the browser for a passkey of this address. Raises what the browser refuses it with. */
export async function showPasskey(): Promise<{ challenge: string; credential: Record<string, unknown> }> {
  const { options, challenge } = await gateway.post('/session/passkey/challenge')
  const credential = await startAuthentication({ optionsJSON: options as never })
  return { challenge, credential: { ...credential } as Record<string, unknown> }
}

/** Signs in by a passkey. */
export async function signInByPasskey(): Promise<Session> {
  return keepSession((await gateway.post('/session/passkey', { body: await showPasskey() })) as Session)
}

/** Has the browser make a passkey; returns recovery codes with the first factor. */
export async function makePasskey(name: string): Promise<string[]> {
  const { options, challenge } = await gateway.post('/session/passkeys/challenge')
  const credential = await startRegistration({ optionsJSON: options as never })
  const body = { name, challenge, credential: { ...credential } as Record<string, unknown> }
  return (await gateway.post('/session/passkeys', { body })).recoveryCodes
}
