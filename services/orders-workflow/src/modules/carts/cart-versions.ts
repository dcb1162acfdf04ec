import { createHash } from 'node:crypto'
import type { Cart } from '@open-oms/contracts/orders/carts/cart'

/** A past version of a cart, with a hash of each top-level field that the next version changed. */
export type CartVersion = { versionId: string; members: Record<string, string> }

/** Number of past versions that are kept; the changed fields of an older one are unknown. */
const VERSIONS_MAX = 50

/** The history with the replaced version added. */
export function withVersion(versions: readonly CartVersion[], before: Cart, changed: readonly string[]): CartVersion[] {
  const members = Object.fromEntries(changed.map((name) => [name, hashField(before, name)]))
  return [...versions, { versionId: before.versionId as string, members }].slice(-VERSIONS_MAX)
}

/**
 * The fields in which the cart differs from the newest known version among those named; empty when
 * none is known (http.md#entity-tags).
 */
export function changedSince(versions: readonly CartVersion[], cart: Cart, versionIds: readonly string[]): string[] {
  const start = versions.findLastIndex(({ versionId }) => versionIds.includes(versionId))
  if (start === -1) return []
  // The oldest entry for a field holds the hash that the client had.
  const had: Record<string, string> = Object.assign(
    {},
    ...versions
      .slice(start)
      .map(({ members }) => members)
      .toReversed(),
  )
  return Object.keys(cart).filter((name) => had[name] !== undefined && had[name] !== hashField(cart, name))
}

function hashField(cart: Cart, name: string): string {
  return createHash('sha256')
    .update(JSON.stringify(cart[name as keyof Cart]))
    .digest('base64url')
    .slice(0, 22)
}
