import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { NewPasskey, PasskeyChallenge, PasskeyResponse } from '@open-oms/contracts/gateway/account'
import type { AuthenticationResponseJSON, AuthenticatorTransport, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { KeyRing } from '../tokens/key-ring.ts'
import { createSeal } from '../tokens/sealed-value.ts'
import type { Passkey } from './person-credentials.ts'

/** What a challenge was made for, and for whom; anybody's to sign in. */
type Challenge = { challenge: string; use: 'add' | 'show'; person: string | null; until: number }

const CHALLENGE_MS = 5 * 60_000
const RP_NAME = 'Order management'

const { seal, open } = createSeal<Challenge>('oms passkey challenge')

/** Loaded with the first passkey: alone it takes 13 MiB. */
const webauthn = () => import('@simplewebauthn/server')

export type PasskeyDeps = {
  publicUrl: string
  keyRing: () => KeyRing
  now: () => number
  /** Marks a challenge as used; false when it was. */
  useOnce: (challenge: string) => Promise<boolean>
}

/** Passkeys are of a host with a name: browsers refuse them where the address is a number. */
export function allowsPasskeys(publicUrl: string): boolean {
  const { hostname } = new URL(publicUrl)
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0
}

/** By what an authenticator knows a person: nothing that can be read. */
export function passkeyHandle(nameKey: string): string {
  return createHash('sha256').update(`oms person ${nameKey}`).digest('base64url')
}

async function sealedChallenge({ keyRing, now }: PasskeyDeps, made: Omit<Challenge, 'until'>): Promise<string> {
  return seal(keyRing(), { ...made, until: now() + CHALLENGE_MS })
}

/** The challenge of a text, which counts once; null when it is of another use, too old, or used. */
async function takeChallenge(deps: PasskeyDeps, text: string, wanted: Pick<Challenge, 'use' | 'person'>): Promise<string | null> {
  const opened = await open(deps.keyRing(), text)
  if (opened === null || opened.use !== wanted.use || opened.person !== wanted.person || deps.now() >= opened.until) return null
  return (await deps.useOnce(opened.challenge)) ? opened.challenge : null
}

const expected = ({ publicUrl }: PasskeyDeps) => ({ expectedOrigin: publicUrl, expectedRPID: new URL(publicUrl).hostname })

/** Begins adding a passkey for a person, on a device that checks who uses it. */
export async function offerPasskeyTo(
  deps: PasskeyDeps,
  { nameKey, displayName, passkeys }: { nameKey: string; displayName: string; passkeys: readonly Passkey[] },
): Promise<PasskeyChallenge> {
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: new URL(deps.publicUrl).hostname,
    userID: new Uint8Array(Buffer.from(passkeyHandle(nameKey), 'base64url')),
    userName: nameKey,
    userDisplayName: displayName,
    attestationType: 'none',
    excludeCredentials: passkeys.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const challenge = await sealedChallenge(deps, { challenge: options.challenge, use: 'add', person: nameKey })
  return { options: { ...options }, challenge }
}

/**
 * The passkey that a browser has made for a person; null when the response is not what was asked.
 */
export async function acceptPasskey(deps: PasskeyDeps, nameKey: string, given: NewPasskey): Promise<Passkey | null> {
  const expectedChallenge = await takeChallenge(deps, given.challenge, { use: 'add', person: nameKey })
  if (expectedChallenge === null) return null
  const response = given.credential as unknown as RegistrationResponseJSON
  const { verifyRegistrationResponse } = await webauthn()
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    ...expected(deps),
    requireUserVerification: true,
  }).catch(() => null)
  if (verified?.verified !== true) return null
  const { id, publicKey, counter } = verified.registrationInfo.credential
  return {
    id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: response.response.transports ?? [],
    name: given.name,
    addedAt: deps.now(),
    lastUsedAt: null,
  }
}

/** Asks for any passkey that the browser has for this address. */
export async function askForPasskey(deps: PasskeyDeps): Promise<PasskeyChallenge> {
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({ rpID: new URL(deps.publicUrl).hostname, userVerification: 'required' })
  return {
    options: { ...options },
    challenge: await sealedChallenge(deps, { challenge: options.challenge, use: 'show', person: null }),
  }
}

/** By which `passkeyHandle` a response says whose passkey it is; null when it does not say. */
export function handleOf({ credential }: PasskeyResponse): string | null {
  const handle = (credential as { response?: { userHandle?: unknown } }).response?.userHandle
  return typeof handle === 'string' ? handle : null
}

/** Takes the challenge of a response, once; null when it is too old, or was taken. */
export function takeShown(deps: PasskeyDeps, { challenge }: PasskeyResponse): Promise<string | null> {
  return takeChallenge(deps, challenge, { use: 'show', person: null })
}

/**
 * The passkey after it was used for a challenge that was taken; null when the response is not
 * right.
 */
export async function usePasskey(
  deps: PasskeyDeps,
  passkeys: readonly Passkey[],
  { credential, expectedChallenge }: { credential: PasskeyResponse['credential']; expectedChallenge: string },
): Promise<Passkey | null> {
  const response = credential as unknown as AuthenticationResponseJSON
  const passkey = passkeys.find(({ id }) => id === response.id)
  if (passkey === undefined) return null
  const { verifyAuthenticationResponse } = await webauthn()
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    ...expected(deps),
    requireUserVerification: true,
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
      transports: passkey.transports as AuthenticatorTransport[],
    },
  }).catch(() => null)
  if (verified?.verified !== true) return null
  return { ...passkey, counter: verified.authenticationInfo.newCounter, lastUsedAt: deps.now() }
}
