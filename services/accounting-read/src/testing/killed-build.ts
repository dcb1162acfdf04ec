// A process that builds a day in each of several databases and is killed, as by a power cut, when
// each build has sent its named statement and nothing is committed.
import { createDatabase } from '@open-oms/service-kit/database/database'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { killAtCall } from '@open-oms/service-kit/testing/crash/dying'
import { buildDay } from '../modules/payments/build-day.ts'
import { aConfig } from './accounting-fixture.ts'

/** `point` is a name, or what the text of a statement of Prisma Client begins with. */
type Build = { url: string; point: string }
const builds: Build[] = JSON.parse(process.argv[2] as string)
const log = createLogger({ service: 'test', level: 'silent' })
const die = killAtCall(builds.length)

function killedAfter(tx: Transaction, point: string): Transaction {
  return {
    afterCommit: (action) => tx.afterCommit(action),
    commitWith: (statement) => tx.commitWith(statement),
    later: (statement) => tx.later(statement),
    async execute(statement) {
      const result = await tx.execute(statement)
      if (statement.text.startsWith(point)) await die()
      return result
    },
    async query<Row>(statement: Parameters<Transaction['query']>[0]) {
      const rows = await tx.query<Row>(statement)
      if (statement.name === point) await die()
      return rows
    },
  }
}

const config = aConfig()
for (const { url, point } of builds) {
  const database = createDatabase({ url, log })
  const deps = {
    query: database.query,
    execute: database.execute,
    reading: database,
    inTransaction: <T>(work: (tx: Transaction) => Promise<T>) => database.inTransaction((tx) => work(killedAfter(tx, point))),
    config: () => config,
    now: () => new Date('2026-01-20T06:00:00.000Z'),
    newId: () => crypto.randomUUID(),
  }
  void buildDay(deps, { storeId: 'Oslo-01', currencyCode: 'NOK', postingDate: '2026-01-15' })
}
