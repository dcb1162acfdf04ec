import type { SignedInUser } from '@oms/contracts/gateway/session'
import { signToken, type TokenIssuer } from '../tokens/sign-token.ts'
import type { CurrentSession } from './sessions.ts'

/** A token of a session is for a request that is under way; it never leaves the inner network. */
const LIFETIME_SECONDS = 300
/** So much of its life is left when a request is sent on with it. */
const LEFT_MIN_SECONDS = 60
const REMEMBERED_MAX = 5_000

type Remembered = { token: string; user: SignedInUser; kid: string; until: number }

/** Gives the access token with which a request of a session is sent on. */
export type TokenOfSession = (session: CurrentSession) => Promise<string>

/**
 * Signs tokens for people who have signed in: for their name, roles and stores, and so that
 * services name them as the authors of changes (security.md#sessions). One is used for several
 * minutes, as services remember tokens that they have verified.
 */
export function createSessionTokens(issuer: TokenIssuer): TokenOfSession {
  const remembered = new Map<string, Remembered>()
  return async ({ sealed, user }) => {
    const seconds = issuer.now().getTime() / 1_000
    const { kid } = issuer.keyRing().signing
    const known = remembered.get(sealed.id)
    if (known !== undefined && isSameAccess(known.user, user) && known.kid === kid && known.until > seconds) return known.token
    const { userName, roles, storeIds } = user
    const token = await signToken(issuer, { clientId: userName, roles, storeIds, isPerson: true }, LIFETIME_SECONDS)
    remembered.delete(sealed.id)
    remembered.set(sealed.id, { token, user, kid, until: seconds + LIFETIME_SECONDS - LEFT_MIN_SECONDS })
    if (remembered.size > REMEMBERED_MAX) remembered.delete(remembered.keys().next().value as string)
    return token
  }
}

/** A reload of the configuration may give a person other roles and stores. */
function isSameAccess(one: SignedInUser, other: SignedInUser): boolean {
  return isSameList(one.roles, other.roles) && isSameList(one.storeIds, other.storeIds)
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index])
}
