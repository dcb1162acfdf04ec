type Shown = { id: string; modified: string }

/**
 * How many orders a list would newly show, and how many of those that it shows have changed or
 * would be gone.
 */
export type News = { added: number; changed: number }

/**
 * What the first page of a list would show now, compared with the rows that are shown. Orders that
 * are further down only because new ones came before them are no news.
 */
export function countNews(shown: readonly Shown[], fresh: readonly Shown[]): News {
  const byId = new Map(shown.map((order) => [order.id, order]))
  const freshIds = new Set(fresh.map(({ id }) => id))
  const top = new Set(shown.slice(0, fresh.length || shown.length).map(({ id }) => id))
  const isChanged = ({ id, modified }: Shown) => {
    const before = byId.get(id)
    return before !== undefined && before.modified < modified
  }
  const added = fresh.filter(({ id }) => !byId.has(id)).length
  const changed = fresh.filter(isChanged).length
  const cameUp = fresh.filter((order) => !top.has(order.id) && (!byId.has(order.id) || isChanged(order))).length
  const missing = [...top].filter((id) => !freshIds.has(id)).length
  return { added, changed: changed + Math.max(0, missing - cameUp) }
}
