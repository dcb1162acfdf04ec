import { type CommandSurroundings, commandProgram } from '@open-oms/service-kit/config/command-line'
import { loadEnvironment } from '@open-oms/service-kit/config/load-environment'
import { createDatabase } from '@open-oms/service-kit/database/database'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { CommandEnvironment } from '../environment.ts'
import { listDeliveries, replayDeliveries } from '../modules/webhooks/webhook-log.ts'
import type { LoggedDelivery } from '../modules/webhooks/webhook-log-statements.ts'
import { readCommand, usage, type WebhookCommand } from './read-command.ts'

// The command line of the service: the log of webhook deliveries and their replay, while another
// process sends them (webhooks.md#webhook-log).

const columns = ['ID', 'CREATED', 'SUBSCRIPTION', 'EVENT', 'TYPE', 'SUBJECT', 'STATE', 'TRIES', 'RESPONSE', 'REASON']

function cells(delivery: LoggedDelivery): string[] {
  const { id, created, subscription_id, event_id, event_type, subject, state, attempts, last_status, failure_reason } = delivery
  const place = subject.replaceAll(/[\p{Cc}\s]+/gu, ' ')
  const reason = (failure_reason ?? '').slice(0, 120)
  const head = [String(id), created.toISOString(), subscription_id, event_id, event_type, place]
  return [...head, state, String(attempts), String(last_status ?? '-'), reason]
}

function table(rows: readonly string[][]): string {
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return rows.map(line).join('\n')
}

async function carryOut(command: WebhookCommand, env: NodeJS.ProcessEnv): Promise<{ text: string; code: number }> {
  const database = createDatabase({
    url: loadEnvironment(CommandEnvironment, env).DATABASE_URL,
    log: createLogger({ service: 'webhooks', level: 'fatal' }),
    applicationName: 'oms webhooks',
    poolSizeMax: 1,
  })
  try {
    if (command.action === 'list') {
      const deliveries = await listDeliveries(database, command.choice, { countMax: command.take, beforeId: null })
      const text = deliveries.length === 0 ? 'There are no such deliveries.' : table([columns, ...deliveries.map(cells)])
      return { text, code: 0 }
    }
    const count = await database.inTransaction((tx) => replayDeliveries(tx, command.choice))
    if (count === 0) return { text: 'There are no such deliveries.', code: 1 }
    const what = count === 1 ? '1 delivery' : `${count} deliveries`
    return { text: `${what} handed to the running service. "list" shows how it goes.`, code: 0 }
  } finally {
    await database.close()
  }
}

async function run(args: readonly string[], { env, stdout }: CommandSurroundings): Promise<number> {
  const command = readCommand(args)
  const { text, code } = command === null ? { text: usage, code: 0 } : await carryOut(command, env)
  stdout.write(`${text}\n`)
  return code
}

/** `npx oms webhooks list|replay`. */
export const webhooks = commandProgram(run, { usage, failureCode: 1 })

if (import.meta.main) process.exitCode = await webhooks(process.argv.slice(2), process)
