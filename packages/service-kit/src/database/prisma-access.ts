import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { invariant } from '@open-oms/contracts/errors'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import type { Database } from './database.ts'
import type { Transaction } from './transaction.ts'

/** A generated Prisma Client. */
type AnyClient = { $transaction: (...args: never[]) => Promise<unknown> }

/** A generated client inside of a transaction. */
type InTransactionOf<Client extends AnyClient> = Parameters<Client['$transaction']>[0] extends (prisma: infer Bound) => unknown
  ? Bound
  : never

/** Where Prisma Client may run: in an open transaction, or on the connections of a database. */
export type PrismaTarget = Transaction | Pick<Database, 'execute'>

/**
 * One piece of work: where its statements run, and the failure of the last one that Postgres
 * refused.
 */
type Use = { target: PrismaTarget; failure?: unknown }

const current = new AsyncLocalStorage<Use>()

/** Our transaction has limits of its own. */
const unlimited = { timeout: 2 ** 31 - 1, maxWait: 2 ** 31 - 1 }

/**
 * Lists of different lengths are statements of their own: without a limit, a connection would keep
 * ever more of them prepared.
 */
const PREPARED_MAX = 500

/** One name for each text, so that Postgres prepares it once per connection. */
function statementNames(): (statement: { sql: string }) => string {
  const names = new Map<string, string>()
  return ({ sql }) => {
    const known = names.get(sql)
    // The driver prepares a statement without a name for this time only.
    if (known !== undefined || names.size >= PREPARED_MAX) return known ?? ''
    const name = `prisma-${createHash('sha1').update(sql).digest('hex')}`
    names.set(sql, name)
    return name
  }
}

function isTransaction(target: PrismaTarget): target is Transaction {
  return 'commitWith' in target
}

async function execute(use: Use, statement: pg.QueryConfig): Promise<pg.QueryResult> {
  try {
    return await use.target.execute(statement)
  } catch (error) {
    use.failure = error
    throw error
  }
}

const transactionControl = new Set(['BEGIN', 'COMMIT', 'ROLLBACK'])

/**
 * A connection as Prisma's adapter sees it, on a transaction that begins and ends without Prisma.
 */
function adapterConnection(use: Use): pg.PoolClient {
  const nothing = { rows: [], fields: [], rowCount: 0 }
  const connection = {
    query: async (statement: pg.QueryConfig) => (transactionControl.has(statement.text) ? nothing : execute(use, statement)),
    on: () => connection,
    removeListener: () => connection,
    release: () => undefined,
  }
  return connection as unknown as pg.PoolClient
}

/**
 * What Prisma's adapter takes for a pool. It opens no connection of its own: each piece of work
 * says where it runs.
 */
class TargetPool extends pg.Pool {
  constructor() {
    super({ max: 0 })
    const currentUse = () => {
      const use = current.getStore()
      invariant(use !== undefined, 'Prisma Client is used outside of its work')
      return use
    }
    const query = (statement: pg.QueryConfig) => execute(currentUse(), statement)
    const connect = async () => {
      const use = currentUse()
      invariant(isTransaction(use.target), 'work of several statements with Prisma Client needs a transaction')
      return adapterConnection(use)
    }
    Object.assign(this, { query, connect })
  }
}

/** Does some work with Prisma Client, see `createPrismaAccess`. */
export type UsePrisma<Client extends AnyClient> = <T>(
  target: PrismaTarget,
  work: (prisma: InTransactionOf<Client>) => Promise<T>,
) => Promise<T>

/**
 * Makes the access of a process by a generated Prisma Client, on the same connections as the SQL.
 * On a transaction, its statements run on the transaction's connection, in their order, and are
 * committed or rolled back with it. On a database, there may be one. A refused statement raises the
 * same error as SQL does: that of the driver, or `DomainError('Unavailable')` for a lost
 * connection.
 */
export function createPrismaAccess<Client extends AnyClient>(
  create: (options: { adapter: PrismaPg }) => Client,
): UsePrisma<Client> {
  let client: Client | undefined
  return async <T>(target: PrismaTarget, work: (prisma: InTransactionOf<Client>) => Promise<T>): Promise<T> => {
    client ??= create({ adapter: new PrismaPg(new TargetPool(), { statementNameGenerator: statementNames() }) })
    const prisma = client
    const use: Use = { target }
    try {
      if (isTransaction(target))
        return (await current.run(use, () => prisma.$transaction(work as never, unlimited as never))) as T
      // Awaited in here: Prisma Client sends a statement only when someone waits for it.
      return await current.run(use, async () => await work(prisma as never))
    } catch (error) {
      throw isOfPrisma(error) ? (use.failure ?? error) : error
    }
  }
}

function isOfPrisma(error: unknown): boolean {
  return error instanceof Error && error.name.startsWith('PrismaClient')
}
