import type { ConfigProblem } from '../config-file.ts'

/** Makes the problems of one file. */
export function problemIn(file: string) {
  return (path: string, reason: string, remedy: string): ConfigProblem => ({ file, path, reason, remedy })
}

type ListCheck<T> = { file: string; list: string; items: readonly T[]; key: string; value(item: T): string }

/**
 * Values that are twice in a list, whatever the letter case. `list` and `key` make the path:
 * `stores[2].id`.
 */
export function findDuplicates<T>({ file, list, items, key, value }: ListCheck<T>): ConfigProblem[] {
  const first = new Map<string, number>()
  const problems: ConfigProblem[] = []
  for (const [index, item] of items.entries()) {
    const text = value(item)
    const earlier = first.get(text.toLowerCase())
    if (earlier === undefined) first.set(text.toLowerCase(), index)
    else
      problems.push({
        file,
        path: `${list}[${index}].${key}`,
        reason: `"${text}" is already used by ${list}[${earlier}]`,
        remedy: 'Give one of the two another value; letter case does not distinguish them.',
      })
  }
  return problems
}

type Reference = { path: string; name: string }

/**
 * The names in a list that each item of a list has, with their positions:
 * `stores[2].warehouses[0]`.
 */
export function namesWithin<T>(list: string, items: readonly T[], field: keyof T & string): Reference[] {
  return items.flatMap((item, index) =>
    (item[field] as readonly string[]).map((name, position) => ({ path: `${list}[${index}].${field}[${position}]`, name })),
  )
}

/** References to names that are not known. `what` says what they should name: `a market`. */
export function findUnresolved(
  file: string,
  references: readonly Reference[],
  known: { what: string; names: readonly string[] },
): ConfigProblem[] {
  const names = new Set(known.names)
  return references
    .filter(({ name }) => !names.has(name))
    .map(({ path, name }) => ({
      file,
      path,
      reason: `"${name}" is not the name of ${known.what}`,
      remedy: suggestName(name, known.names),
    }))
}

/** Names that are listed in a remedy; more would hide the one that is meant. */
const LISTED_MAX = 12

/** What to write instead of a name that is not known. */
function suggestName(name: string, names: readonly string[]): string {
  const known = [...new Set(names)]
  const same = known.find((candidate) => candidate.toLowerCase() === name.toLowerCase())
  if (same !== undefined) return `Write "${same}": letter case counts.`
  if (known.length === 0) return 'There is none yet: add it, or remove this.'
  const more = known.length > LISTED_MAX ? `, and ${known.length - LISTED_MAX} more` : ''
  return `Name one that there is (${known.slice(0, LISTED_MAX).join(', ')}${more}), or add it.`
}
