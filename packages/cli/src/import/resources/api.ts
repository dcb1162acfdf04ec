import type { ApiClient } from '../../api/api-client.ts'
import { ApiFailure } from '../../api/api-failure.ts'

/**
 * What imports and exports need of the gateway: calls by contract, which raise `ApiFailure` and
 * `CommandFailure`.
 */
export type Api = Pick<ApiClient, 'call'>

const refusing: readonly number[] = [400, 403, 404, 409, 413, 422]
const ROW_PATH = /^\[(\d+)\]\.?(.*)$/

/** Why an item of a list was refused; `path` is within the item. */
export type Refusal = { index: number; path: string; reason: string }

/**
 * The refusals that a failure names by row, `[3].storeId`; an empty list when it is about something
 * else than rows.
 */
function rowRefusals(failure: unknown): Refusal[] {
  if (!(failure instanceof ApiFailure) || !refusing.includes(failure.status)) return []
  return Object.entries(failure.errors).flatMap(([path, reasons]) => {
    const [, index, rest = ''] = ROW_PATH.exec(path) ?? []
    return index === undefined ? [] : reasons.map((reason) => ({ index: Number(index), path: rest, reason }))
  })
}

/**
 * Why the only item of a request was refused, by property path. Raises the failure when it is about
 * something else.
 */
export function itemRefusals(index: number, failure: unknown): Refusal[] {
  if (!(failure instanceof ApiFailure) || !refusing.includes(failure.status)) throw failure
  const texts = Object.entries(failure.errors).flatMap(([path, reasons]) => reasons.map((reason) => ({ index, path, reason })))
  return texts.length > 0 ? texts : [{ index, path: '', reason: failure.message }]
}

/**
 * Sends a list again and again without the items that the response names as refused, until the rest
 * is accepted. Returns the positions of what was accepted, and the refusals. Raises failures that
 * are about something else.
 */
export async function sendLeavingOut<T>(
  items: readonly T[],
  send: (items: readonly T[], tries: number) => Promise<unknown>,
): Promise<{ positions: readonly number[]; refusals: readonly Refusal[] }> {
  const refusals: Refusal[] = []
  let positions = [...items.keys()]
  for (let tries = 0; positions.length > 0; tries++) {
    try {
      await send(
        positions.map((position) => items[position] as T),
        tries,
      )
      break
    } catch (failure) {
      const found = rowRefusals(failure).filter(({ index }) => index < positions.length)
      if (found.length === 0) throw failure
      refusals.push(...found.map((refusal) => ({ ...refusal, index: positions[refusal.index] as number })))
      const refused = new Set(found.map(({ index }) => index))
      positions = positions.filter((_, index) => !refused.has(index))
    }
  }
  return { positions, refusals: refusals.toSorted((a, b) => a.index - b.index) }
}
