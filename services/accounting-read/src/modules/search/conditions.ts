/** The conditions of a search: SQL with the values it refers to. */
export type Conditions = {
  /** Adds a condition; `value` becomes the parameter that `text` is given. */
  add(text: (parameter: string) => string, value: unknown): void
  /** Adds a condition unless the value is undefined or empty. */
  addIfPresent(text: (parameter: string) => string, value: string | readonly string[] | undefined): void
  addText(text: string): void
  /** A parameter for a value that is used outside of the conditions. */
  parameter(value: unknown): string
  /** `where …`, or nothing. */
  where(): string
  values: readonly unknown[]
  /** The same conditions, to which more can be added. */
  copy(): Conditions
}

/** Conditions to begin with: none, or those of a copy. */
export function conditions(texts: readonly string[] = [], given: readonly unknown[] = []): Conditions {
  const all = [...texts]
  const values = [...given]
  const parameter = (value: unknown): string => `$${values.push(value)}`
  const add: Conditions['add'] = (text, value) => void all.push(text(parameter(value)))
  return {
    add,
    addIfPresent: (text, value) => {
      if (value !== undefined && value.length > 0) add(text, value)
    },
    addText: (text) => void all.push(text),
    parameter,
    where: () => (all.length === 0 ? '' : `where ${all.join(' and ')}`),
    values,
    copy: () => conditions(all, values),
  }
}

/** Adds the condition for the requested stores; null means all. */
export function addStores(filter: Conditions, stores: readonly string[] | null): void {
  // With one store equality keeps the order of the index, which a list would not.
  if (stores?.length === 1) filter.add((value) => `store_id = ${value}`, stores[0])
  else if (stores !== null) filter.add((value) => `store_id = any(${value})`, stores)
}
