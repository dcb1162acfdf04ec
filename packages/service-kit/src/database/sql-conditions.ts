/** A condition in SQL and the values of its parameters, the first one `$1`. */
export type SqlCondition = { sql: string; values: readonly unknown[] }

/**
 * Conditions that must all hold, and the values they refer to by number: no value is ever part of
 * the SQL text.
 */
export type SqlConditions = {
  /** Adds a condition; `text` receives the parameter of the value. */
  add(text: (parameter: string) => string, value: unknown): void
  /** Adds a condition unless the value is undefined or empty. */
  addIfPresent(text: (parameter: string) => string, value: string | readonly string[] | undefined): void
  addText(text: string): void
  /** A parameter for a further value of a condition. */
  parameter(value: unknown): string
  count(): number
  /** The conditions as one expression. */
  sql(): string
  /** `where …`, or nothing. */
  where(): string
  values: readonly unknown[]
  /** The same conditions, to which more can be added. */
  copy(): SqlConditions
}

/** No conditions; with arguments those of a copy. */
export function sqlConditions(given: readonly string[] = [], givenValues: readonly unknown[] = []): SqlConditions {
  const texts = [...given]
  const values = [...givenValues]
  const sql = () => (texts.length === 0 ? 'true' : texts.map((text) => `(${text})`).join(' and '))
  const parameter = (value: unknown) => `$${values.push(value)}`
  const add: SqlConditions['add'] = (text, value) => void texts.push(text(parameter(value)))
  return {
    add,
    addIfPresent: (text, value) => {
      if (value !== undefined && value.length > 0) add(text, value)
    },
    addText: (text) => void texts.push(text),
    parameter,
    count: () => texts.length,
    sql,
    where: () => (texts.length === 0 ? '' : `where ${sql()}`),
    values,
    copy: () => sqlConditions(texts, values),
  }
}

/**
 * One of the values; with a single one equality, which keeps the order of an index. An empty list
 * matches nothing.
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
