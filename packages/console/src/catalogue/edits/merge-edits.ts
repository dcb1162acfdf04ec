export type FieldValue = string | number | boolean | null
export type Fields = Readonly<Record<string, FieldValue>>

/** What becomes of a person's edits when another one has saved meanwhile. */
export type Merge<F extends Fields> = {
  /** Both together: of a field that both have changed the person's own value. */
  values: F
  /** Fields that only the other one has changed, with their new values. */
  taken: { field: keyof F & string; theirs: FieldValue }[]
  /** Fields that both have changed differently. */
  conflicts: { field: keyof F & string; mine: FieldValue; theirs: FieldValue }[]
}

/** The fields of `values` that differ from `base`. */
export function changedFields<F extends Fields>(base: F, values: F): Partial<F> {
  const changed = Object.entries(values).filter(([field, value]) => value !== base[field])
  return Object.fromEntries(changed) as Partial<F>
}

/** Puts a person's edits of `base` upon what another one has made of it. */
export function mergeEdits<F extends Fields>({ base, mine, theirs }: { base: F; mine: F; theirs: F }): Merge<F> {
  const own = changedFields(base, mine)
  const others = changedFields(base, theirs)
  const fields = Object.keys(others) as (keyof F & string)[]
  const conflicts = fields.filter((field) => field in own && own[field] !== others[field])
  return {
    values: { ...theirs, ...own },
    taken: fields.filter((field) => !(field in own)).map((field) => ({ field, theirs: theirs[field] ?? null })),
    conflicts: conflicts.map((field) => ({ field, mine: mine[field] ?? null, theirs: theirs[field] ?? null })),
  }
}
