import type pg from 'pg'
import type { declaredStatements } from '../database/statement.ts'

type Declared = Pick<ReturnType<typeof declaredStatements>[number], 'text' | 'parameters' | 'row'>
type Field = { name: string; dataTypeID: number; tableID: number; columnID: number }
type Described = { parameters: number[]; fields: Field[] }
type Connection = NodeJS.EventEmitter & {
  parse(query: { text: string; name: string; types: number[] }): void
  describe(what: { type: 'S'; name: string }): void
  sync(): void
}

/** What Postgres says of a statement without running it. Throws its error when it refuses the statement. */
async function describe(client: pg.Client, text: string): Promise<Described> {
  return await new Promise((resolve, reject) => {
    const described: Described = { parameters: [], fields: [] }
    client.query({
      submit(connection: pg.Connection) {
        const protocol = connection as unknown as Connection
        protocol.once('parameterDescription', ({ dataTypeIDs }) => {
          described.parameters = dataTypeIDs
        })
        protocol.parse({ text, name: '', types: [] })
        protocol.describe({ type: 'S', name: '' })
        protocol.sync()
      },
      handleRowDescription({ fields }: { fields: Field[] }) {
        described.fields = fields
      },
      handleReadyForQuery: () => resolve(described),
      handleError: (error: Error) => reject(error),
    } as unknown as pg.Submittable)
  })
}

async function namesOfTypes(client: pg.Client, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await client.query('select id, format_type(id, null) as name from unnest($1::oid[]) as id', [ids])
  return new Map(rows.map(({ id, name }) => [Number(id), name]))
}

/** Whether a column of the result is a column of a table, and one that is never null there; null when it is an expression. */
async function isNeverNull(client: pg.Client, { tableID, columnID }: Field): Promise<boolean | null> {
  const text = 'select attnotnull from pg_attribute where attrelid = $1 and attnum = $2'
  const { rows } = await client.query(text, [tableID, columnID])
  return rows[0]?.attnotnull ?? null
}

const outerJoin = /\b(left|right|full)\s+(outer\s+)?join\b/i

async function nullProblem(client: pg.Client, field: Field, { text, row }: Declared): Promise<string[]> {
  const neverNull = await isNeverNull(client, field)
  const isNullable = row[field.name]?.isNullable
  if (neverNull === false && isNullable === false) return [`column ${field.name} may be null`]
  if (neverNull === true && isNullable === true && !outerJoin.test(text)) return [`column ${field.name} is never null`]
  return []
}

/** How the declaration of a statement differs from what Postgres says of it; empty when both agree. */
export async function statementProblems(client: pg.Client, declared: Declared): Promise<string[]> {
  const { parameters, fields } = await describe(client, declared.text)
  const names = await namesOfTypes(client, [...parameters, ...fields.map(({ dataTypeID }) => dataTypeID)])
  const taken = parameters.map((id) => names.get(id)).join(', ')
  const given = declared.parameters.map(({ type }) => type).join(', ')
  const problems = taken === given ? [] : [`takes (${taken}), declared are (${given})`]
  for (const name of Object.keys(declared.row)) {
    if (!fields.some((field) => field.name === name)) problems.push(`has no column ${name}`)
  }
  for (const field of fields) {
    const type = names.get(field.dataTypeID)
    const column = declared.row[field.name]
    if (column === undefined) problems.push(`column ${field.name} is not declared`)
    else if (column.type !== type) problems.push(`column ${field.name} is ${type}, declared is ${column.type}`)
    else problems.push(...(await nullProblem(client, field, declared)))
  }
  return problems
}
