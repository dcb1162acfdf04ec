import { createHash } from 'node:crypto'
import { createYielder } from '../waiting/yield-to-others.ts'

/** Characters that are made before they are hashed and others may be served. */
const PIECE_LENGTH = 16 * 1024
const ARRAY_INDEX = /^(?:0|[1-9]\d{0,9})$/
const INDEX_MAX = 2 ** 32 - 2

/** A list or an object that is being written, and how far it is. */
type Level = { keys: string[] | null; container: Record<string, unknown> | unknown[]; next: number }

function isIndex(key: string): boolean {
  return ARRAY_INDEX.test(key) && Number(key) <= INDEX_MAX
}

/**
 * Numbers first, by their size, then texts: the order that objects give to sorted keys, and hashes
 * that are stored are made by.
 */
function byKey(a: string, b: string): number {
  const [isIndexA, isIndexB] = [isIndex(a), isIndex(b)]
  if (isIndexA && isIndexB) return Number(a) - Number(b)
  if (isIndexA !== isIndexB) return isIndexA ? -1 : 1
  return a < b ? -1 : 1
}

function toLevel(container: object): Level {
  if (Array.isArray(container)) return { keys: null, container, next: 0 }
  return { keys: Object.keys(container).sort(byKey), container: container as Record<string, unknown>, next: 0 }
}

/** What comes before the next child of a level, and the child; null at its end. */
function nextChild(level: Level): { before: string; child: unknown } | null {
  const { keys, container } = level
  const index = level.next++
  const comma = index === 0 ? '' : ','
  if (keys === null) {
    const list = container as unknown[]
    return index < list.length ? { before: comma, child: list[index] } : null
  }
  const key = keys[index]
  if (key === undefined) return null
  return { before: `${comma}${JSON.stringify(key)}:`, child: (container as Record<string, unknown>)[key] }
}

/** Writes the next part of the innermost level. */
function writeNext(levels: Level[]): string {
  const level = levels.at(-1) as Level
  const next = nextChild(level)
  if (next === null) {
    levels.pop()
    return level.keys === null ? ']' : '}'
  }
  const { before, child } = next
  if (typeof child !== 'object' || child === null) return before + JSON.stringify(child)
  levels.push(toLevel(child))
  return before + (Array.isArray(child) ? '[' : '{')
}

/**
 * Returns the SHA-256 of a JSON list in hexadecimal, the same whatever the order of properties.
 * Between the pieces of a long one other requests are served.
 */
export async function hashJson(list: unknown[]): Promise<string> {
  const hash = createHash('sha256')
  const yieldIfDue = createYielder()
  const levels = [toLevel(list)]
  let text = '['
  while (levels.length > 0) {
    text += writeNext(levels)
    if (text.length < PIECE_LENGTH) continue
    hash.update(text)
    text = ''
    await yieldIfDue()
  }
  return hash.update(text).digest('hex')
}
