import { DomainError } from '@open-oms/contracts/errors'

/** One product contains another. */
export type ComponentEdge = { productId: string; componentProductId: string }

/**
 * Refuses components through which a product would contain itself (components.md#component-checks):
 * `contained` are the products that it would be made of, `edges` what these contain themselves.
 * Raises `CircularReference`, whose message names the path.
 */
export function assertNoCircle(productId: string, contained: readonly string[], edges: readonly ComponentEdge[]): void {
  const path = pathTo(productId, contained, edges)
  if (path !== null)
    throw new DomainError('CircularReference', `The package would contain itself: ${[productId, ...path].join(' → ')}.`)
}

/** The shortest path from the contained products to the target, both included. */
function pathTo(target: string, contained: readonly string[], edges: readonly ComponentEdge[]): string[] | null {
  const below = Map.groupBy(edges, ({ productId }) => productId)
  const parents = new Map<string, string | null>(contained.map((id) => [id, null]))
  // A map grows while it is walked: products added here are visited too.
  for (const id of parents.keys()) {
    if (id === target) return wayUp(id, parents)
    for (const { componentProductId: next } of below.get(id) ?? []) if (!parents.has(next)) parents.set(next, id)
  }
  return null
}

function wayUp(from: string, parents: ReadonlyMap<string, string | null>): string[] {
  const path: string[] = []
  for (let id: string | null = from; id !== null; id = parents.get(id) ?? null) path.unshift(id)
  return path
}
