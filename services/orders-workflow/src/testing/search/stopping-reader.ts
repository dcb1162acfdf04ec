/**
 * A process that assigns positions to changes and stands still (SIGSTOP) as soon as the database
 * has answered a statement. Its only argument is the address of the database.
 */
import process from 'node:process'
import { createDatabase } from '@open-oms/service-kit/database/database'
import type { InTransaction, Transaction } from '@open-oms/service-kit/database/transaction'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { assignPositions } from '../../modules/search/changes/order-changes.ts'

const log = createLogger({ service: 'test', level: 'silent' })
const database = createDatabase({ url: process.argv[2] as string, log, applicationName: 'stopping' })

async function stopAfter<T>(answer: Promise<T>): Promise<T> {
  const result = await answer
  process.kill(process.pid, 'SIGSTOP')
  return result
}

const stopping = (tx: Transaction): Transaction => ({
  ...{ later: (statement) => tx.later(statement), afterCommit: (action) => tx.afterCommit(action) },
  query: (statement) => stopAfter(tx.query(statement)),
  execute: (statement) => stopAfter(tx.execute(statement)),
  commitWith: (statement) => stopAfter(tx.commitWith(statement)),
})

const inTransaction: InTransaction = (work) => database.inTransaction((tx) => work(stopping(tx)))
await assignPositions({ inTransaction })
