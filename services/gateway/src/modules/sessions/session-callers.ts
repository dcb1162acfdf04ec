import type { SignedInUser } from '@open-oms/contracts/gateway/session'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import { dropOldest } from '@open-oms/service-kit/authentication/drop-oldest'
import { sessionName } from './sealed-session.ts'
import { type CurrentSession, confirmationEnd, type SessionDeps } from './sessions.ts'

const REMEMBERED_MAX = 5_000

/** Tells who sends the request of a session. */
export type CallerOfSession = (session: CurrentSession) => Caller

/**
 * Makes what tells who sends the requests of sessions: the person, by the roles and stores of the
 * configuration now (security.md#sessions). It is the same object for as long as these stay, so
 * that the tokens for services are used for several requests.
 */
export function createSessionCallers({ methods }: Pick<SessionDeps, 'methods'>): CallerOfSession {
  const remembered = new Map<string, Caller>()
  return ({ sealed, user: { userName, displayName, storeIds, ...rights } }) => {
    const known = remembered.get(sealed.id)
    const confirmedUntil = confirmationEnd(methods(), sealed)
    const isSame = known !== undefined && hasSameRights(known, rights) && isSameList(known.storeIds ?? [], storeIds)
    if (isSame && known.confirmedUntil === confirmedUntil) return known
    const stores = storeIds.length === 0 ? null : storeIds
    // A name of a provider can be given to someone else there, who must not find what was
    // another's.
    const clientId = sealed.provider === null ? userName : `oidc:${sealed.provider.subject}`
    const { roles, permissions } = rights
    const refundLimits = rights.refundLimits ?? undefined
    const caller: Caller = {
      clientId,
      actor: userName,
      roles,
      permissions,
      refundLimits,
      storeIds: stores,
      isPerson: true,
      displayName,
      session: sessionName(sealed),
      ...(confirmedUntil === undefined ? {} : { confirmedUntil }),
    }
    remembered.delete(sealed.id)
    remembered.set(sealed.id, caller)
    dropOldest(remembered, REMEMBERED_MAX)
    return caller
  }
}

function hasSameRights(
  known: Caller,
  { roles, permissions, refundLimits }: Pick<SignedInUser, 'roles' | 'permissions' | 'refundLimits'>,
): boolean {
  const areSameLimits = JSON.stringify(known.refundLimits ?? null) === JSON.stringify(refundLimits)
  return isSameList(known.roles, roles) && isSameList(known.permissions ?? [], permissions) && areSameLimits
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index])
}
