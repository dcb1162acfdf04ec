/** Longest query that is made of ids; gateways and proxies refuse longer headers. */
const QUERY_MAX = 6_000
const NAME_LENGTH = '&skuIds='.length

/** Ids in lists of at most `max`, none of them too long for a query. */
export function portionsOfIds(ids: readonly string[], max: number): string[][] {
  const portions: string[][] = []
  let length = 0
  for (const id of ids) {
    const own = encodeURIComponent(id).length + NAME_LENGTH
    const last = portions.at(-1)
    if (last === undefined || last.length === max || length + own > QUERY_MAX) {
      portions.push([id])
      length = own
    } else {
      last.push(id)
      length += own
    }
  }
  return portions
}
