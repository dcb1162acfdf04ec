import type { User } from '@open-oms/contracts/config/access/users'
import { DomainError, invalid } from '@open-oms/contracts/errors'
import {
  type AuthenticatorOffer,
  type NewAuthenticator,
  type NewPasskey,
  PASSKEYS_MAX,
  type PasskeyChallenge,
} from '@open-oms/contracts/gateway/account'
import { coversRights, heldRights } from '@open-oms/contracts/permissions'
import { authenticatorUri, codeStep, newRecoveryCodes, newSecret } from '../credentials/one-time-codes.ts'
import { acceptPasskey, allowsPasskeys, offerPasskeyTo } from '../credentials/passkeys.ts'
import { factorsOf, noCredentials, type PersonCredentials, withoutUselessCodes } from '../credentials/person-credentials.ts'
import { countAttempt } from '../sessions/count-attempts.ts'
import type { Sender } from '../sessions/sender.ts'
import type { CurrentSession } from '../sessions/sessions.ts'
import { nameKey } from '../sessions/user-registry.ts'
import { createSeal } from '../tokens/sealed-value.ts'
import type { AccountDeps } from './account-deps.ts'

type Offer = { secret: string; person: string; until: number }

const OFFER_MS = 10 * 60_000
/** What apps show beside the name. */
const ISSUER = 'Order management'

const { seal, open } = createSeal<Offer>('oms authenticator offer')

/** Makes a secret for an authenticator app, which is not kept before a code of it has come. */
export async function offerAuthenticator({ keyRing, now }: AccountDeps, { userName }: User): Promise<AuthenticatorOffer> {
  const secret = newSecret()
  const offer = await seal(keyRing(), { secret, person: nameKey(userName), until: now() + OFFER_MS })
  return { secret, uri: authenticatorUri(secret, { userName, issuer: ISSUER }), offer }
}

/**
 * Keeps the authenticator app whose first code came, in place of the one before. Returns recovery
 * codes with the first second factor. Raises `ValidationFailed`, `InvalidCredentials`,
 * `RateLimited`.
 */
export async function addAuthenticator(
  deps: AccountDeps,
  { user, sender }: { user: User; sender: Sender },
  { offer, code }: NewAuthenticator,
): Promise<string[]> {
  const { userName } = user
  const opened = await open(deps.keyRing(), offer)
  if (opened === null || opened.person !== nameKey(userName) || deps.now() >= opened.until)
    throw invalid('offer', 'is not valid any more: begin again')
  const { secret } = opened
  const lastStep = await countAttempt(deps, {
    userName,
    sender,
    attempt: async () => codeStep(code, { secret, lastStep: 0 }, deps.now()),
    message: 'The code is not one of the app now. Is the clock of the device right?',
  })
  return keepFactor(deps, userName, (before) => ({ ...before, authenticator: { secret, lastStep, addedAt: deps.now() } }))
}

/** Begins adding a passkey. Raises `ValidationFailed` where the address allows none. */
export async function offerPasskey(deps: AccountDeps, { userName, displayName }: User): Promise<PasskeyChallenge> {
  if (!allowsPasskeys(deps.publicUrl)) throw invalid('', 'Passkeys need an address with a name, not with a number.')
  const key = nameKey(userName)
  const { passkeys } = await deps.credentials.read(key)
  return offerPasskeyTo(deps.passkeys, { nameKey: key, displayName: displayName ?? userName, passkeys })
}

/**
 * Keeps a passkey; returns recovery codes with the first second factor. Raises `ValidationFailed`.
 */
export async function addPasskey(deps: AccountDeps, { userName }: User, given: NewPasskey): Promise<string[]> {
  const passkey = await acceptPasskey(deps.passkeys, nameKey(userName), given)
  if (passkey === null) throw invalid('credential', 'is not what was asked for, or came too late')
  return keepFactor(deps, userName, (before) => {
    if (before.passkeys.length >= PASSKEYS_MAX) throw invalid('', `At most ${PASSKEYS_MAX} passkeys are kept. Remove one first.`)
    if (before.passkeys.some(({ id }) => id === passkey.id)) throw invalid('credential', 'is known already')
    return { ...before, passkeys: [...before.passkeys, passkey] }
  })
}

/** Adds a factor; the first one brings recovery codes, which are returned this one time. */
async function keepFactor(
  { credentials }: AccountDeps,
  userName: string,
  add: (before: PersonCredentials) => PersonCredentials,
): Promise<string[]> {
  let shown: string[] = []
  await credentials.change(nameKey(userName), (before) => {
    const { codes, digests } = newRecoveryCodes()
    const isFirst = factorsOf(before).length === 0
    shown = isFirst ? codes : []
    const next = add(before)
    return isFirst ? { ...next, recoveryCodes: digests } : next
  })
  return shown
}

/** Makes new recovery codes; those from before no longer count. Raises `ValidationFailed`. */
export async function renewRecoveryCodes({ credentials }: AccountDeps, { userName }: User): Promise<string[]> {
  const { codes, digests } = newRecoveryCodes()
  await credentials.change(nameKey(userName), (before) => {
    if (factorsOf(before).length === 0) throw invalid('', 'Recovery codes replace a second factor, and there is none.')
    return { ...before, recoveryCodes: digests }
  })
  return codes
}

/** Removes the authenticator app, or the passkey of an id. What is not there is removed already. */
export async function removeFactor({ credentials }: AccountDeps, { userName }: User, passkeyId: string | null): Promise<void> {
  await credentials.change(nameKey(userName), (before) => {
    if (passkeyId === null) return withoutUselessCodes({ ...before, authenticator: null })
    return withoutUselessCodes({ ...before, passkeys: before.passkeys.filter(({ id }) => id !== passkeyId) })
  })
}

/**
 * Removes the second factors of another person and ends their sessions, for who has the permission
 * `Users` for all stores, and every role and permission of the person. Raises `Forbidden`,
 * `NotFound`, `Unavailable`.
 */
export async function resetFactors(deps: AccountDeps, { user: editor }: CurrentSession, userName: string): Promise<void> {
  if (!editor.permissions.includes('Users') || editor.storeIds.length > 0)
    throw new DomainError('Forbidden', 'This needs the permission Users, for all stores.')
  const user = deps.users.find(userName)
  if (user === undefined) throw new DomainError('NotFound', `There is nobody who signs in as "${userName}".`)
  const limits = editor.refundLimits ?? undefined
  if (!coversRights({ ...editor, refundLimits: limits }, heldRights(user.roles, deps.methods().namedRoles)))
    throw new DomainError('Forbidden', `"${user.userName}" may do what you may not.`)
  const key = nameKey(user.userName)
  await deps.credentials.change(key, ({ password }) => ({ ...noCredentials, password }))
  await deps.ended.endAll(key, deps.now())
}
