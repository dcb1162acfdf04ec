import type { DraftLine } from '../new-order/draft.ts'

type Lines = readonly DraftLine[]

/** The lines as they were, as another one has left them, and as the person wants them. */
export type LineVersions = { base: Lines; theirs: Lines; mine: Lines }

/** A line that both have changed in ways that do not go together; null: it was removed. */
export type LineConflict = { id: string; name: string; theirs: DraftLine | null; mine: DraftLine | null }

export type LineMerge = {
  /** What both have changed, with their version of the lines that someone has to choose for. */
  lines: DraftLine[]
  conflicts: LineConflict[]
}

const fields = ['quantity', 'price', 'discount', 'reason'] as const

/** Both edits of the lines of an order in one. */
export function mergeLines({ base, theirs, mine }: LineVersions): LineMerge {
  const conflicts: LineConflict[] = []
  const lines = theirs.flatMap((one): DraftLine[] => {
    const was = base.find(({ id }) => id === one.id)
    // What both have added under one number are two lines.
    if (was === undefined) return [one]
    const own = mine.find(({ id }) => id === one.id) ?? null
    const merged = own === null ? (isSame(was, one) ? null : undefined) : mergeFields(was, one, own)
    if (merged === null) return []
    if (merged !== undefined) return [merged]
    conflicts.push({ id: one.id, name: one.name, theirs: one, mine: own })
    return [one]
  })
  for (const own of mine) {
    const was = base.find(({ id }) => id === own.id)
    const isGone = was !== undefined && theirs.every(({ id }) => id !== own.id)
    if (isGone && !isSame(was, own)) conflicts.push({ id: own.id, name: own.name, theirs: null, mine: own })
    if (was === undefined) lines.push({ ...own, id: freeId([...theirs, ...lines, ...mine], own, theirs) })
  }
  return { lines, conflicts }
}

/** The lines with the version of one of them that was chosen. */
export function withChoice(lines: Lines, conflict: LineConflict, choice: 'theirs' | 'mine'): DraftLine[] {
  const chosen = conflict[choice]
  if (chosen === null) return lines.filter(({ id }) => id !== conflict.id)
  const isThere = lines.some(({ id }) => id === conflict.id)
  return isThere ? lines.map((line) => (line.id === conflict.id ? chosen : line)) : [...lines, chosen]
}

/** Theirs with what the person has changed; undefined where both changed a field differently. */
function mergeFields(was: DraftLine, theirs: DraftLine, mine: DraftLine): DraftLine | undefined {
  const isOther = (one: DraftLine, other: DraftLine) => (name: (typeof fields)[number]) => one[name] !== other[name]
  const own = fields.filter(isOther(mine, was))
  if (own.some((name) => isOther(theirs, was)(name) && isOther(theirs, mine)(name))) return undefined
  return { ...theirs, ...Object.fromEntries(own.map((name) => [name, mine[name]])) }
}

function isSame(one: DraftLine, other: DraftLine): boolean {
  return fields.every((name) => one[name] === other[name])
}

function freeId(taken: Lines, own: DraftLine, theirs: Lines): string {
  if (theirs.every(({ id }) => id !== own.id)) return own.id
  return String(Math.max(...taken.map(({ id }) => Number(id) || 0)) + 1)
}
