import { createHash } from 'node:crypto'
import type { Cart } from '@oms/contracts/orders/cart'

/** A version that a cart had, with a hash of each top-level member that the next version changed. */
export type CartVersion = { versionId: string; members: Record<string, string> }

/** So many versions can be told apart from the current one; of an older one no changed members are known. */
const VERSIONS_MAX = 50

/** The versions with the one that is left behind. */
export function withVersion(versions: readonly CartVersion[], before: Cart, changed: readonly string[]): CartVersion[] {
  const members = Object.fromEntries(changed.map((name) => [name, hashOf(before, name)]))
  return [...versions, { versionId: before.versionId as string, members }].slice(-VERSIONS_MAX)
}

/** The members in which the cart differs from the newest of the named versions that is known; none when none is (http.md#entity-tags). */
export function changedSince(versions: readonly CartVersion[], cart: Cart, versionIds: readonly string[]): string[] {
  const start = versions.findLastIndex(({ versionId }) => versionIds.includes(versionId))
  if (start === -1) return []
  // What the oldest of the versions says of a member is what the client had.
  const had: Record<string, string> = Object.assign(
    {},
    ...versions
      .slice(start)
      .map(({ members }) => members)
      .toReversed(),
  )
  return Object.keys(cart).filter((name) => had[name] !== undefined && had[name] !== hashOf(cart, name))
}

function hashOf(cart: Cart, name: string): string {
  return createHash('sha256')
    .update(JSON.stringify(cart[name as keyof Cart]))
    .digest('base64url')
    .slice(0, 22)
}
