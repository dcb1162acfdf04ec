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
  /** Whether another transaction holds the key, for statements that skip what is locked. */
  isLocked(key: string): boolean
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
type Open = {
  process: SimulatedProcess
  changes: Map<string, Map<string, Row | null>>
  /** What goes with the next statement, or with COMMIT. */
  unsent: Statement[]
  /** Rolled back: what of it is still on its way does nothing. */
  isOver: boolean
  /** What was sent, and what of that has come back: a connection keeps the order. */
  sent: number
  answered: number
}

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

type Surroundings = Pick<View, 'now' | 'isLocked'>

function viewOf(tables: Tables, { changes }: Pick<Open, 'changes'>, { now, isLocked }: Surroundings): View {
  const get: View['get'] = (name, key) => {
    const change = changes.get(name)?.get(key)
    return change === undefined ? tables.get(name)?.get(key) : (change ?? undefined)
  }
  return {
    get,
    set: (name, key, row) => void table(changes, name).set(key, row),
    delete: (name, key) => void table(changes, name).set(key, null),
    now,
    isLocked,
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

type Locks = {
  isFree(key: string, own: Open): boolean
  take(keys: readonly string[], own: Open): void
  release(own: Open): void
}

/** Keys that transactions hold; those of a process that died are free. */
function createLocks(): Locks {
  const holders = new Map<string, Open>()
  return {
    isFree: (key, own) => {
      const holder = holders.get(key)
      return holder === undefined || holder === own || !holder.process.isAlive
    },
    take: (keys, own) => {
      for (const key of keys) holders.set(key, own)
    },
    release: (own) => {
      for (const [key, holder] of holders) if (holder === own) holders.delete(key)
    },
  }
}

type Statements = Readonly<Record<string, SimulatedStatement>>
/** Rows by table and key. */
type InitialRows = Readonly<Record<string, Readonly<Record<string, Row>>>>

const begin = (process: SimulatedProcess): Open => ({
  ...{ process, changes: new Map(), unsent: [] },
  ...{ isOver: false, sent: 0, answered: 0 },
})

const failing = { failure: () => new Error('the connection to the database ended') }

/**
 * A database of the named statements of the code under test, with these rows: READ COMMITTED, with
 * locks of keys, a rollback when the process or its connection ends, and COMMITs of which nobody
 * hears.
 */
export function createSimulatedDatabase(
  scheduler: Scheduler,
  statements: Statements,
  initial: InitialRows = {},
): SimulatedDatabase {
  const tables: Tables = new Map(Object.entries(initial).map(([name, rows]) => [name, new Map(Object.entries(rows))]))
  const locks = createLocks()

  function find({ name }: Statement): SimulatedStatement {
    const found = statements[name ?? '']
    if (found === undefined) throw new Error(`The simulation does not know statement ${name}.`)
    return found
  }
  const keysOf = (all: readonly Statement[]) => all.flatMap((one) => find(one).locks?.(one.values ?? []) ?? [])
  const viewFor = (open: Open) => viewOf(tables, open, { now: scheduler.now, isLocked: (key) => !locks.isFree(key, open) })
  function run<T>(open: Open, statement: Statement): T[] {
    if (open.isOver) throw new Error('the transaction is over')
    locks.take(keysOf([statement]), open)
    return find(statement).run(viewFor(open), statement.values ?? []) as T[]
  }
  /** Sends what was put off and, in the same packet, more. */
  function send<T>(open: Open, more: readonly Statement[], then: (rows: T[]) => T[]): Promise<T[]> {
    const sent = [...open.unsent.splice(0), ...more]
    const turn = open.sent++
    const answer = scheduler.ask(open.process, {
      act: () => then(sent.map((statement) => run<T>(open, statement)).at(-1) ?? []),
      ...failing,
      canRun: () => open.isOver || (open.answered === turn && keysOf(sent).every((key) => locks.isFree(key, open))),
    })
    return answer.finally(() => open.answered++)
  }
  function committed<T>(open: Open, rows: T[]): T[] {
    apply(tables, open.changes)
    locks.release(open)
    return rows
  }
  async function inTransaction<T>(process: SimulatedProcess, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const open = begin(process)
    const actions: (() => void)[] = []
    const tx = {
      query: (statement: Statement) => send(open, [statement], (rows) => rows),
      later: (statement: Statement) => void open.unsent.push(statement),
      afterCommit: (action: () => void) => void actions.push(action),
      commitWith: (statement: Statement) => send(open, [statement], (rows) => rows),
    }
    try {
      const result = await work(tx as unknown as Transaction)
      await send(open, [], (rows) => committed(open, rows))
      for (const action of actions) action()
      return result
    } catch (error) {
      open.isOver = true
      locks.release(open)
      throw error
    }
  }
  return {
    committed: viewFor(begin({ isAlive: true })),
    connect: (process) => ({
      query: (statement) => {
        const open = begin(process)
        return send<never>(open, [statement], (rows) => committed(open, rows)).finally(() => locks.release(open))
      },
      inTransaction: (work) => inTransaction(process, work),
    }),
  }
}
