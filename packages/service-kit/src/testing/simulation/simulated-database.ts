import type { QueryRunner } from '../../database/database.ts'
import type { Statement } from '../../database/statement.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Scheduler, SimulatedProcess } from './scheduler.ts'

type Row = Record<string, unknown>

/** Rows by table and key, as one transaction sees them. */
export type View = {
  get(table: string, key: string): Row | undefined
  set(table: string, key: string, row: Row): void
  delete(table: string, key: string): void
  all(table: string): Row[]
  /** In milliseconds since 1970. */
  now(): number
}

/** What a named statement does; `locks` are the keys that it holds until its transaction ends. */
export type SimulatedStatement = {
  locks?: (values: readonly unknown[]) => string[]
  run(view: View, values: readonly unknown[]): Row[]
}

/** The same, by the values that the statement is declared with. */
export function simulated<Values extends readonly unknown[]>(statement: {
  locks?: (values: Values) => string[]
  run(view: View, values: Values): Row[]
}): SimulatedStatement {
  return statement as unknown as SimulatedStatement
}

type Tables = Map<string, Map<string, Row>>
type Open = { process: SimulatedProcess; changes: Map<string, Map<string, Row | null>> }

export type SimulatedDatabase = {
  /** The database as a process sees it. */
  connect(process: SimulatedProcess): Pick<QueryRunner, 'query' | 'inTransaction'>
  /** What is committed. */
  committed: View
}

const table = <T>(tables: Map<string, Map<string, T>>, name: string): Map<string, T> => {
  const found = tables.get(name) ?? new Map<string, T>()
  tables.set(name, found)
  return found
}

function viewOf(tables: Tables, { changes }: Pick<Open, 'changes'>, now: View['now']): View {
  const get: View['get'] = (name, key) => {
    const change = changes.get(name)?.get(key)
    return change === undefined ? tables.get(name)?.get(key) : (change ?? undefined)
  }
  return {
    get,
    set: (name, key, row) => void table(changes, name).set(key, row),
    delete: (name, key) => void table(changes, name).set(key, null),
    now,
    all: (name) => {
      if (!changes.has(name)) return [...(tables.get(name)?.values() ?? [])]
      const keys = new Set([...(tables.get(name)?.keys() ?? []), ...(changes.get(name)?.keys() ?? [])])
      return [...keys].flatMap((key): Row[] => {
        const row = get(name, key)
        return row === undefined ? [] : [row]
      })
    },
  }
}

function apply(tables: Tables, changes: Open['changes']): void {
  for (const [name, changed] of changes) {
    const rows = table(tables, name)
    for (const [key, row] of changed) {
      if (row === null) rows.delete(key)
      else rows.set(key, row)
    }
  }
}

/**
 * A database of the named statements of the code under test: READ COMMITTED, with locks of keys, a
 * rollback when the process or its connection ends, and COMMITs of which nobody hears.
 */
export function createSimulatedDatabase(
  scheduler: Scheduler,
  statements: Readonly<Record<string, SimulatedStatement>>,
): SimulatedDatabase {
  const tables: Tables = new Map()
  const locks = new Map<string, Open>()
  const isOver = ({ process }: Open) => !process.isAlive
  const failing = { failure: () => new Error('the connection to the database ended') }

  function find({ name }: Statement): SimulatedStatement {
    const found = statements[name ?? '']
    if (found === undefined) throw new Error(`The simulation does not know statement ${name}.`)
    return found
  }
  const keysOf = (statement: Statement) => find(statement).locks?.(statement.values ?? []) ?? []
  function isFree(key: string, own: Open): boolean {
    const holder = locks.get(key)
    return holder === undefined || holder === own || isOver(holder)
  }
  const release = (open: Open) => {
    for (const [key, holder] of locks) if (holder === open) locks.delete(key)
  }
  const commit = (open: Open) => {
    apply(tables, open.changes)
    release(open)
  }
  const begin = (process: SimulatedProcess): Open => ({ process, changes: new Map() })
  function run<T>(open: Open, statement: Statement): T[] {
    for (const key of keysOf(statement)) locks.set(key, open)
    return find(statement).run(viewOf(tables, open, scheduler.now), statement.values ?? []) as T[]
  }
  const canRun = (open: Open, statement: Statement) => () => keysOf(statement).every((key) => isFree(key, open))

  return {
    committed: viewOf(tables, { changes: new Map() }, scheduler.now),
    connect: (process) => ({
      query: <T>(statement: Statement) => {
        const open = begin(process)
        const act = () => {
          const rows = run<T>(open, statement)
          commit(open)
          return rows
        }
        return scheduler.ask(process, { act, ...failing, canRun: canRun(open, statement) })
      },
      inTransaction: async (work) => {
        const open = begin(process)
        const query = <T>(statement: Statement) =>
          scheduler.ask(process, {
            act: () => run<T>(open, statement),
            ...failing,
            canRun: canRun(open, statement),
          })
        try {
          const result = await work({ query } as unknown as Transaction)
          await scheduler.ask(process, { act: () => commit(open), ...failing })
          return result
        } catch (error) {
          release(open)
          throw error
        }
      },
    }),
  }
}
