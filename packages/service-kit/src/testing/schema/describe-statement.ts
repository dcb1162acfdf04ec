import type pg from 'pg'
import type { BuiltStatement, declaredStatements } from '../../database/statement.ts'

type DeclaredStatement = Pick<ReturnType<typeof declaredStatements>[number], 'text' | 'parameters' | 'row'>
type RowStatement = Pick<DeclaredStatement, 'text' | 'row'>
type Field = { name: string; dataTypeID: number; tableID: number; columnID: number }
type StatementDescription = { parameters: number[]; fields: Field[] }
type Connection = NodeJS.EventEmitter & {
  parse(query: { text: string; name: string; types: number[] }): void
  describe(what: { type: 'S'; name: string }): void
  sync(): void
}

/**
 * What Postgres says of a statement without running it. Throws its error when it refuses the
 * statement.
 */
async function describe(client: pg.Client, text: string): Promise<StatementDescription> {
  return await new Promise((resolve, reject) => {
    const described: StatementDescription = { parameters: [], fields: [] }
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

/** What Postgres says of the columns, types and statements of one database. */
type Database = {
  typeNames: Map<number, string>
  /** Whether a column of a table may not be null, by `table:column`. */
  notNull: Map<string, boolean>
  described: Map<string, Promise<StatementDescription>>
}

/** Types and columns are read once for a connection, and a statement is described once. */
const databases = new WeakMap<pg.Client, Promise<Database>>()

function databaseOf(client: pg.Client): Promise<Database> {
  const known = databases.get(client) ?? readDatabase(client)
  databases.set(client, known)
  return known
}

async function readDatabase(client: pg.Client): Promise<Database> {
  const types = await client.query('select oid, format_type(oid, null) as name from pg_type')
  const columns = await client.query(`select attrelid, attnum, attnotnull
    from pg_attribute join pg_class on pg_class.oid = attrelid where attnum > 0 and relkind <> 'v'`)
  return {
    typeNames: new Map(types.rows.map(({ oid, name }) => [oid, name])),
    notNull: new Map(columns.rows.map(({ attrelid, attnum, attnotnull }) => [`${attrelid}:${attnum}`, attnotnull])),
    described: new Map(),
  }
}

const outerJoin = /\b(left|right|full)\s+(outer\s+)?join\b/i

/**
 * Whether a column of the result that is one of a table may be null; nothing for an expression or a
 * column of a view, of which Postgres does not say it.
 */
function nullProblem(field: Field, neverNull: boolean | undefined, { text, row }: RowStatement): string[] {
  const { isNullable, type } = row[field.name] ?? {}
  // Prisma has no lists that may be null: it leaves NOT NULL out and writes none.
  const isList = type?.endsWith('[]') ?? false
  if (neverNull === false && isNullable === false && !isList) return [`column ${field.name} may be null`]
  if (neverNull === true && isNullable === true && !outerJoin.test(text)) return [`column ${field.name} is never null`]
  return []
}

type DescribedTypes = {
  parameters: string[]
  fields: Field[]
  fieldType: (field: Field) => string
  neverNull: (field: Field) => boolean | undefined
}

async function describeTypes(client: pg.Client, text: string): Promise<DescribedTypes> {
  const { typeNames, notNull, described } = await databaseOf(client)
  const description = described.get(text) ?? describe(client, text)
  described.set(text, description)
  const { parameters, fields } = await description
  const lookUpTypeName = (id: number) => typeNames.get(id) ?? 'unknown'
  return {
    parameters: parameters.map(lookUpTypeName),
    fields,
    fieldType: ({ dataTypeID }) => lookUpTypeName(dataTypeID),
    neverNull: ({ tableID, columnID }) => notNull.get(`${tableID}:${columnID}`),
  }
}

function columnProblems({ fields, fieldType, neverNull }: DescribedTypes, returning: RowStatement): string[] {
  const problems: string[] = []
  for (const name of Object.keys(returning.row)) {
    if (!fields.some((field) => field.name === name)) problems.push(`has no column ${name}`)
  }
  for (const field of fields) {
    const type = fieldType(field)
    const column = returning.row[field.name]
    if (column === undefined) problems.push(`column ${field.name} is not declared`)
    else if (column.type !== type) problems.push(`column ${field.name} is ${type}, declared is ${column.type}`)
    else problems.push(...nullProblem(field, neverNull(field), returning))
  }
  return problems
}

/**
 * How the declaration of a statement differs from what Postgres says of it; empty when both agree.
 */
export async function statementProblems(client: pg.Client, declared: DeclaredStatement): Promise<string[]> {
  const described = await describeTypes(client, declared.text)
  const taken = described.parameters.join(', ')
  const given = declared.parameters.map(({ type }) => type).join(', ')
  const problems = taken === given ? [] : [`takes (${taken}), declared are (${given})`]
  return [...problems, ...columnProblems(described, declared)]
}

const numbers = ['smallint', 'integer', 'bigint', 'double precision']

/** Whether the driver may be given the value for a parameter of that type. */
function fits(value: unknown, type: string): boolean {
  if (value === null) return true
  if (type.endsWith('[]')) return Array.isArray(value) && value.every((item) => fits(item, type.slice(0, -2)))
  if (numbers.includes(type)) return typeof value === 'number'
  if (type === 'boolean') return typeof value === 'boolean'
  return typeof value === 'string' || (type.startsWith('timestamp') && value instanceof Date)
}

/**
 * How a statement that was built for a request differs from what Postgres says of it: its columns,
 * and its values as parameters.
 */
export async function builtStatementProblems(client: pg.Client, built: BuiltStatement): Promise<string[]> {
  const described = await describeTypes(client, built.text)
  const { parameters } = described
  const problems = parameters.flatMap((type, index) => (fits(built.values[index], type) ? [] : [`$${index + 1} is ${type}`]))
  if (parameters.length !== built.values.length)
    problems.push(`takes ${parameters.length} values, given are ${built.values.length}`)
  return [...problems, ...columnProblems(described, built)]
}
