/**
 * `npm run events -- dead-letters list|replay|drop`: events that a consumer gave up, in the running system (events.md#dead-letters).
 * `npm run events -- reconcile`: compares published events with handled ones (events.md#reconciliation).
 */

import { UsageError } from '@oms/service-kit/config/read-arguments'
import { handleDeadLetters, type Outcome, type ServiceLetter } from './events/dead-letters.ts'
import { type DeadLetterCommand, readCommand, usage } from './events/read-command.ts'
import { type ConsumerDay, reconcileNow } from './events/reconcile.ts'

function age(created: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - created.getTime()) / 60_000)
  if (minutes < 60) return `${minutes} min`
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} d`
}

const dayColumns = ['CONSUMER', 'DAY', 'AGGREGATES OF', 'COMPARED', 'REPEATED', 'MISSING', 'PENDING']

function reportDays(days: readonly ConsumerDay[]): number {
  const rows = days.map(({ consumer, day, source, aggregates, repeated, missing, pending }) => [
    consumer,
    day,
    source,
    ...[aggregates, repeated, missing, pending].map(String),
  ])
  console.log(table([dayColumns, ...rows]))
  const missing = days.reduce((sum, day) => sum + day.missing, 0)
  if (missing > 0) console.log(`\n${missing} events are not kept any more; they are dead letters.`)
  return missing > 0 ? 1 : 0
}

const columns = ['SERVICE', 'ID', 'CONSUMER', 'EVENT', 'TYPE', 'SUBJECT', 'TRIES', 'AGE', 'REASON']

function cells(letter: ServiceLetter, now: Date): string[] {
  const { service, id, consumer, eventId, type, subject, sequence, tries, created } = letter
  const place = sequence === null ? subject : `${subject} #${sequence}`
  const reason = letter.reason.replaceAll(/\s+/g, ' ').slice(0, 120)
  return [service, String(id), consumer, eventId, type || '?', place || '?', String(tries), age(created, now), reason]
}

function table(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function report(command: DeadLetterCommand, { letters, parked }: Outcome): number {
  if (letters.length === 0) {
    const isMissing = command.selection !== 'all'
    ;(isMissing ? console.error : console.log)(isMissing ? 'There is no such dead letter.' : 'There are no dead letters.')
    return isMissing ? 1 : 0
  }
  console.log(table([columns, ...letters.map((letter) => cells(letter, new Date()))]))
  const count = letters.length === 1 ? '1 dead letter' : `${letters.length} dead letters`
  if (command.action === 'list')
    console.log(`\n${count}; ${parked} ${parked === 1 ? 'event waits' : 'events wait'} behind them or for their turn.`)
  if (command.action === 'replay') console.log(`\n${count} handed to the running consumers. "list" shows those that fail again.`)
  if (command.action === 'drop') console.log(`\n${count} dropped.`)
  return 0
}

async function run(args: readonly string[]): Promise<number> {
  const command = readCommand(args)
  if (command === null) {
    console.log(usage)
    return 0
  }
  if (command.action === 'reconcile') return reportDays(await reconcileNow(command, process.env))
  return report(command, await handleDeadLetters(command, process.env))
}

const code = await run(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message)
  if (!(error instanceof UsageError)) return 1
  console.error(`\n${usage}`)
  return 2
})
process.exit(code)
