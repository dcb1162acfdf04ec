import { type ApiError, isApiError } from '@open-oms/client/errors'
import { isUnderWay } from '../../session/while-under-way.ts'
import type { Item } from '../import-kinds.ts'
import type { Sent } from './row-results.ts'

/** Sends items with a key that names the effect: the same key with the same items has it once. Returns one result for each item. */
export type SendItems = (items: readonly Item[], key: string) => Promise<Sent[]>

/**
 * Sends items, and again without those that the response names as refused. Where it names none, halves are sent, until it is known which
 * item is refused. Raises what is about something else than the items.
 */
export async function sendLeavingOut(items: readonly Item[], key: string, send: SendItems): Promise<Sent[]> {
  if (items.length === 0) return []
  try {
    return await send(items, key)
  } catch (error) {
    if (!isApiError(error) || !isAboutItems(error)) throw error
    const refused = namedItems(error, items.length)
    if (refused.size > 0) return await withoutThem(items, { refused, key, send })
    if (items.length === 1) return [{ outcome: 'refused', reason: reasonOf(error) }]
    const half = Math.ceil(items.length / 2)
    const first = await sendLeavingOut(items.slice(0, half), `${key}.1`, send)
    return [...first, ...(await sendLeavingOut(items.slice(half), `${key}.2`, send))]
  }
}

type Rest = { refused: ReadonlyMap<number, string>; key: string; send: SendItems }

async function withoutThem(items: readonly Item[], { refused, key, send }: Rest): Promise<Sent[]> {
  const rest = items.filter((_, index) => !refused.has(index))
  const sent = (await sendLeavingOut(rest, `${key}.0`, send))[Symbol.iterator]()
  return items.map((_, index): Sent => {
    const reason = refused.get(index)
    return reason === undefined ? (sent.next().value as Sent) : { outcome: 'refused', reason }
  })
}

const refusing: readonly number[] = [400, 403, 404, 409, 413, 422]

function isAboutItems(error: ApiError): boolean {
  if (!refusing.includes(error.status) || isUnderWay(error) || error.code === 'IdempotencyKeyReused') return false
  // Without an item that it names, it is the person who may not.
  return error.status !== 403 || namedItems(error, Number.POSITIVE_INFINITY).size > 0
}

const ITEM_PATH = /^\[(\d+)\]\.?(.*)$/

/** Why items of a list are refused, by their positions. */
function namedItems({ errors }: ApiError, count: number): Map<number, string> {
  const reasons = new Map<number, string>()
  for (const [path, texts] of Object.entries(errors)) {
    const [, index, rest = ''] = ITEM_PATH.exec(path) ?? []
    if (index === undefined || Number(index) >= count) continue
    const said = reasons.get(Number(index))
    const reason = texts.map((text) => (rest === '' ? text : `${rest} ${text}`)).join('; ')
    reasons.set(Number(index), said === undefined ? reason : `${said}; ${reason}`)
  }
  return reasons
}

/** Why the only item is refused: what is wrong with its properties, else the message. */
function reasonOf(error: ApiError): string {
  const reasons = Object.entries(error.errors).flatMap(([path, texts]) => {
    const place = ITEM_PATH.exec(path)?.[2] ?? path
    return texts.map((text) => (place === '' ? text : `${place} ${text}`))
  })
  return reasons.length === 0 ? error.message : reasons.join('; ')
}
