/** A field of something that two configurations have. */
export type FieldChange = { field: string; from: unknown; to: unknown }

type Fields = Readonly<Record<string, unknown>>

/** The fields that differ, those of objects within objects by their path: `workflow.hopsMax`. */
export function changedFields(before: object, after: object, except: readonly string[] = []): FieldChange[] {
  const [from, to] = [before as Fields, after as Fields]
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter((name) => !except.includes(name))
  return names.flatMap((name): FieldChange[] => {
    const [a, b] = [from[name], to[name]]
    if (isSame(a, b)) return []
    if (isObject(a) && isObject(b)) return changedFields(a, b).map((change) => ({ ...change, field: `${name}.${change.field}` }))
    return [{ field: name, from: a, to: b }]
  })
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const SHOWN_MAX = 80

/** A change in words: `timeoutMs 30000 → 5000`. A secret says only that it is another one. */
export function fieldText({ field, from, to }: FieldChange): string {
  if (isSecretText(from) || isSecretText(to))
    return from === null ? `${field} set` : to === null ? `${field} removed` : `${field} replaced`
  if (Array.isArray(from) && Array.isArray(to)) return `${field}${listText(from, to)}`
  return `${field} ${valueText(from)} → ${valueText(to)}`
}

function isSecretText(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('sha256:')
}

function listText(from: readonly unknown[], to: readonly unknown[]): string {
  const without = (list: readonly unknown[], others: readonly unknown[]) =>
    list.filter((item) => !others.some((other) => isSame(item, other)))
  const [added, removed] = [without(to, from), without(from, to)]
  if (added.length + removed.length === 0) return ' in another order'
  const parts = [...added.map((item) => `+${valueText(item)}`), ...removed.map((item) => `−${valueText(item)}`)]
  return ` ${parts.join(', ')}`
}

function valueText(value: unknown): string {
  const text = value === undefined ? 'none' : (JSON.stringify(value) ?? 'none')
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text
}
