import type { Change, Facts, Violation } from './facts.ts'

/** The changes of each order, in the order of the feed. */
export function changesByOrder({ changes }: Pick<Facts, 'changes'>): Map<string, Change[]> {
  return Map.groupBy(changes, ({ orderId }) => orderId)
}

/**
 * What of the versions of an order is no chain: numbers with gaps, a version that the feed does not
 * have or has elsewhere, an order that begins twice or goes on after it was purged.
 */
export function chainFaults(facts: Pick<Facts, 'changes' | 'orders'>): Violation[] {
  const byOrder = changesByOrder(facts)
  const ids = new Set([...byOrder.keys(), ...facts.orders.keys()])
  return [...ids].flatMap((orderId) => {
    const changes = byOrder.get(orderId) ?? []
    const versions = facts.orders.get(orderId)?.versions ?? []
    const texts = [...beginningFaults(changes), ...numberFaults(versions.map(({ number }) => number))]
    const purged = changes.findLastIndex(({ kind }) => kind === 'purged')
    const living = changes.slice(purged + 1).map(({ versionId }) => versionId)
    const stored = versions.map(({ versionId }) => versionId)
    if (living.join() !== stored.join()) texts.push(`its versions are ${stored.join(', ')}; the feed has ${living.join(', ')}`)
    const unpurged = changes.filter(({ kind }) => kind !== 'purged').map(({ versionId }) => versionId)
    if (new Set(unpurged).size !== unpurged.length) texts.push('a version is in the feed twice')
    return texts.map((text) => ({ check: 'chain', about: orderId, text }))
  })
}

function numberFaults(numbers: readonly number[]): string[] {
  return numbers.every((number, index) => number === index + 1) ? [] : [`version numbers are ${numbers.join(', ')}`]
}

/** An order begins with its creation, and after a purge only with another one. */
function beginningFaults(changes: readonly Change[]): string[] {
  return changes.flatMap(({ kind }, index) => {
    const isFirst = index === 0 || changes[index - 1]?.kind === 'purged'
    return isFirst === (kind === 'created') ? [] : [`change ${index + 1} is ${kind}${isFirst ? ', and the first one' : ''}`]
  })
}
