import { type ApiError, isApiError } from '@open-oms/client/errors'
import { isUnderWay } from '../../session/while-under-way.ts'
import type { Item } from '../import-kinds.ts'
import type { SendResult } from './row-results.ts'

/**
 * Sends items with a key that names the effect: the same key with the same items has it once.
 * Returns one result for each item.
 */
export type SendItems = (items: readonly Item[], key: string) => Promise<SendResult[]>

/**
 * Sends items, and again without those that the response names as refused. Where it names none,
 * halves are sent, until it is known which item is refused. Each part of the items has a key of its
 * own, of which a repetition has the same. Raises what is about something else than the items.
 */
export async function sendLeavingOut(items: readonly Item[], key: string, send: SendItems): Promise<SendResult[]> {
  return await sendThose([...items.keys()], { items, key, send })
}

type Batch = { items: readonly Item[]; key: string; send: SendItems }

/** Sends the items of a batch that are at some positions. */
async function sendThose(positions: readonly number[], batch: Batch): Promise<SendResult[]> {
  const { items, key, send } = batch
  if (positions.length === 0) return []
  try {
    const isPart = positions.length < items.length
    return await send(
      positions.map((position) => items[position] as Item),
      isPart ? `${key}.${subsetName(positions)}` : key,
    )
  } catch (error) {
    if (!isApiError(error) || !isAboutItems(error)) throw error
    const refused = namedItems(error, positions.length)
    if (refused.size > 0) return await sendWithout(refused, positions, batch)
    if (positions.length === 1) return [{ outcome: 'refused', reason: refusalReason(error) }]
    const half = Math.ceil(positions.length / 2)
    const first = await sendThose(positions.slice(0, half), batch)
    return [...first, ...(await sendThose(positions.slice(half), batch))]
  }
}

async function sendWithout(
  refused: ReadonlyMap<number, string>,
  positions: readonly number[],
  batch: Batch,
): Promise<SendResult[]> {
  const rest = positions.filter((_, index) => !refused.has(index))
  const sent = (await sendThose(rest, batch))[Symbol.iterator]()
  return positions.map((_, index): SendResult => {
    const reason = refused.get(index)
    return reason === undefined ? (sent.next().value as SendResult) : { outcome: 'refused', reason }
  })
}

/**
 * The name of some positions, which no others have: a bit for each, about a hundred characters
 * for 500. What is refused may be another part when an import goes on, and a key belongs to one
 * content (docs/reference/behaviour/http.md#idempotency-keys).
 */
function subsetName(positions: readonly number[]): string {
  return positions.reduce((bits, position) => bits | (1n << BigInt(position)), 0n).toString(36)
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
function refusalReason(error: ApiError): string {
  const reasons = Object.entries(error.errors).flatMap(([path, texts]) => {
    const place = ITEM_PATH.exec(path)?.[2] ?? path
    return texts.map((text) => (place === '' ? text : `${place} ${text}`))
  })
  return reasons.length === 0 ? error.message : reasons.join('; ')
}
