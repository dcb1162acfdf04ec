// A process that builds a day and kills itself, as by a power cut, after the named statement and
// before the commit.
import { createDatabase } from '@oms/service-kit/database/database'
import type { Transaction } from '@oms/service-kit/database/transaction'
import { createLogger } from '@oms/service-kit/observability/logger'
import { buildDay } from '../modules/payments/build-day.ts'
import { aConfig } from './accounting-fixture.ts'

// A name, or what the text of a statement of Prisma Client begins with.
const [url, point] = process.argv.slice(2) as [string, string]
const database = createDatabase({ url, log: createLogger({ service: 'test', level: 'silent' }) })

function killedAfter(tx: Transaction): Transaction {
  return {
    afterCommit: (action) => tx.afterCommit(action),
    commitWith: (statement) => tx.commitWith(statement),
    later: (statement) => tx.later(statement),
    async execute(statement) {
      const result = await tx.execute(statement)
      if (statement.text.startsWith(point)) process.kill(process.pid, 'SIGKILL')
      return result
    },
    async query<Row>(statement: Parameters<Transaction['query']>[0]) {
      const rows = await tx.query<Row>(statement)
      if (statement.name === point) process.kill(process.pid, 'SIGKILL')
      return rows
    },
  }
}

const config = aConfig()
const deps = {
  query: database.query,
  execute: database.execute,
  reading: database,
  inTransaction: <T>(work: (tx: Transaction) => Promise<T>) => database.inTransaction((tx) => work(killedAfter(tx))),
  config: () => config,
  now: () => new Date('2026-01-20T06:00:00.000Z'),
  newId: () => crypto.randomUUID(),
}
await buildDay(deps, { storeId: 'Oslo-01', currencyCode: 'NOK', postingDate: '2026-01-15' })
