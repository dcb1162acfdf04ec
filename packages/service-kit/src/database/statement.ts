import { invariant } from '@open-oms/contracts/errors'

/**
 * One SQL statement. With a `name` it is prepared once per connection; a name always belongs to one
 * text.
 */
export type Statement = { name?: string; text: string; values?: readonly unknown[] }

/**
 * The type of a column or parameter: what Postgres calls it, and as which type it comes (see
 * `Database`).
 */
export type Column<Value> = {
  /** As `format_type` writes it. */
  type: string
  isNullable: boolean
  /** What makes the value of what Postgres returns; absent where it is that value. */
  decode?: (returned: never) => Value
  /** Never there: carries the type only. */
  value?: Value
}

function column<Value>(type: string): Column<Value> {
  return { type, isNullable: false }
}

const text = column<string>('text')
const uuid = column<string>('uuid')
const integer = column<number>('integer')
const bigint = column<number>('bigint')
const double = column<number>('double precision')
const boolean = column<boolean>('boolean')
const json = column<string>('json')
const bytes = column<Buffer>('bytea')
const smallint = column<number>('smallint')
const timestamptz = column<Date>('timestamp with time zone')
const numeric = column<string>('numeric')
const date = column<string>('date')
const jsonb = column<unknown>('jsonb')
/** What a function gives that returns nothing, such as one that takes a lock. */
const nothing = column<string>('void')

/** The parameter for a moment that is written as text, as in requests and events. */
const timestamptzText = column<string>('timestamp with time zone')

/** A text of which the table, or what writes it, allows these words only. */
function oneOf<Word extends string>(): Column<Word> {
  return text as Column<Word>
}

/** The same column, which may be null. */
function nullable<Value>(column: Column<Value>): Column<Value | null> {
  return { ...column, isNullable: true }
}

/** The same column, with values that are made of what Postgres returns. */
function decoded<Returned, Value>({ type }: Column<Returned>, decode: (returned: Returned) => Value): Column<Value> {
  return { type, isNullable: false, decode: decode as (returned: never) => Value }
}

/** A list of such values. */
function list<Value>({ type, decode }: Column<Value>): Column<readonly Value[]> {
  invariant(decode === undefined, 'the values of a list are not decoded')
  return { type: `${type}[]`, isNullable: false }
}

/**
 * The types of columns and parameters under one name, as `Type` has those of requests (ADR 170).
 */
export const Sql = {
  text,
  uuid,
  integer,
  bigint,
  double,
  boolean,
  json,
  bytes,
  smallint,
  timestamptz,
  numeric,
  date,
  jsonb,
  nothing,
  timestamptzText,
  oneOf,
  nullable,
  decoded,
  list,
}

type Columns = Readonly<Record<string, Column<unknown>>>
type Parameters = readonly Column<unknown>[]
type ValueOf<C> = C extends Column<infer Value> ? Value : never
/** The lists of a row belong to whoever reads it. */
type Own<Value> = Value extends readonly (infer Item)[] ? Item[] : Value

export type RowOf<Row extends Columns> = { [Name in keyof Row]: Own<ValueOf<Row[Name]>> }
type ValuesOf<P extends Parameters> = { [Index in keyof P]: ValueOf<P[Index]> }

type Declaration<P extends Parameters, Row extends Columns> = {
  name: string
  text: string
  parameters: P
  /** The columns of the result in any order. */
  row: Row
}

type Queryable = { query<Row>(statement: Statement): Promise<Row[]> }

export type NamedStatement<P extends Parameters = Parameters, Row extends Columns = Columns> = Declaration<P, Row> & {
  /** Runs the statement and returns its rows. */
  on(queryable: Queryable, ...values: ValuesOf<P>): Promise<RowOf<Row>[]>
  /** The statement with its values, for `Transaction.commitWith` and `later`. */
  with(...values: ValuesOf<P>): Statement
  /** The same statement, prepared once for both, whose columns are decoded as these say. */
  decodedBy<const Other extends Columns>(row: Other): NamedStatement<P, Other>
}

const declared = new Map<string, Declaration<Parameters, Columns>>()

/**
 * Every statement that the loaded modules declare; a test compares them with the database
 * (testing/describe-statement.ts).
 */
export function declaredStatements(): Declaration<Parameters, Columns>[] {
  return [...declared.values()]
}

/**
 * Declares a named statement: its parameters and columns are said once, for TypeScript and for the
 * test that has Postgres describe the statement. A name belongs to one statement.
 */
export function statement<const P extends Parameters, const Row extends Columns>(
  declaration: Declaration<P, Row>,
): NamedStatement<P, Row> {
  const { name } = declaration
  invariant(!declared.has(name), `two statements are called ${name}`)
  declared.set(name, declaration)
  return runnable(declaration)
}

function runnable<P extends Parameters, Row extends Columns>(declaration: Declaration<P, Row>): NamedStatement<P, Row> {
  const { name, text, row } = declaration
  return {
    ...declaration,
    on: async (queryable, ...values) => decodedRows(row, await queryable.query({ name, text, values })),
    with: (...values) => ({ name, text, values }),
    decodedBy: (other) => runnable({ ...declaration, row: other }),
  }
}

/**
 * A statement whose text follows from a request, so that it has no name and is not prepared. Its
 * columns are declared; a test of its service has Postgres describe it for a set of requests.
 */
export type BuiltStatement<Row extends Columns = Columns> = { text: string; values: readonly unknown[]; row: Row }

/** Runs a statement that was built for a request and returns its rows. */
export async function fetchRows<Row extends Columns>(queryable: Queryable, built: BuiltStatement<Row>): Promise<RowOf<Row>[]> {
  const { text, values, row } = built
  return decodedRows(row, await queryable.query({ text, values }))
}

/** The rows with the values that their columns make of what Postgres returned. */
function decodedRows<Row extends Columns>(columns: Row, rows: Record<string, unknown>[]): RowOf<Row>[] {
  const decoders = Object.entries(columns).flatMap(([name, { decode }]) =>
    decode === undefined ? [] : [[name, decode] as const],
  )
  if (decoders.length === 0) return rows as RowOf<Row>[]
  return rows.map((row) => {
    const own = { ...row }
    for (const [name, decode] of decoders) if (row[name] !== null) own[name] = decode(row[name] as never)
    return own as RowOf<Row>
  })
}
