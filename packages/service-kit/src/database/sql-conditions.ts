/** A condition in SQL and the values of its parameters, the first one `$1`. */
export type SqlCondition = { sql: string; values: readonly unknown[] }

/**
 * Conditions that must all hold, and the values they refer to by number: no value is ever part of
 * the SQL text.
 */
export type SqlConditions = {
  /** Adds a condition; `text` receives the parameter of the value. */
  add(text: (parameter: string) => string, value: unknown): void
  addText(text: string): void
  /** A parameter for a further value of a condition. */
  parameter(value: unknown): string
  count(): number
  /** The conditions as one expression. */
  sql(): string
  values: readonly unknown[]
}

export function sqlConditions(): SqlConditions {
  const texts: string[] = []
  const values: unknown[] = []
  const parameter = (value: unknown) => `$${values.push(value)}`
  return {
    add: (text, value) => void texts.push(text(parameter(value))),
    addText: (text) => void texts.push(text),
    parameter,
    count: () => texts.length,
    sql: () => (texts.length === 0 ? 'true' : texts.map((text) => `(${text})`).join(' and ')),
    values,
  }
}

/**
 * One of the values; with a single one equality, which keeps the order of an index. None of them is
 * never true.
 */
export function addOneOf(conditions: SqlConditions, column: string, values: readonly string[]): void {
  if (values.length === 0) conditions.addText('false')
  else if (values.length === 1) conditions.add((value) => `${column} = ${value}`, values[0])
  else conditions.add((value) => `${column} = any(${value})`, values)
}

/**
 * The spellings of a name whose column is stored as it was sent: exact filters compare in NFC
 * (search.md#folded-texts), and a name may be stored decomposed.
 */
export function unicodeSpellings(...names: readonly string[]): string[] {
  return [...new Set(names.flatMap((name) => [name, name.normalize('NFC'), name.normalize('NFD')]))]
}
