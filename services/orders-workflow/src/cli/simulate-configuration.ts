import { randomUUIDv7 } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { tenantConfigFiles } from '@open-oms/contracts/config/tenant-config'
import { MigrateOrdersRequest } from '@open-oms/contracts/orders/configuration/migration'
import { type CommandSurroundings, commandProgram } from '@open-oms/service-kit/config/command-line'
import { loadEnvironment } from '@open-oms/service-kit/config/load-environment'
import { loadTenantConfig } from '@open-oms/service-kit/config/load-tenant-config'
import { readArguments, UsageError } from '@open-oms/service-kit/config/read-arguments'
import { createDatabase, type Database } from '@open-oms/service-kit/database/database'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { Value } from '@sinclair/typebox/value'
import { CommandEnvironment, connectorVariable } from '../environment.ts'
import { ordersChecks } from '../modules/configuration/checks/config-checks.ts'
import { type Move, readMoves } from '../modules/configuration/domain/status-moves.ts'
import { loadExtensions } from '../modules/extensions/load-extensions.ts'
import { type SimulationReport, simulateOrders } from '../modules/simulation/simulate-orders.ts'
import { durationMs } from '../modules/workflow/domain/next-wait.ts'
import { createBackground } from '../modules/workflow/runner/background.ts'
import type { RunnerDeps } from '../modules/workflow/runner/runner-deps.ts'
import { stepConnectors } from '../modules/workflow/steps/step-connectors.ts'
import { type OrdersConfig, ordersConfigNames } from '../order/rules/context/orders-config.ts'

// The simulation of a new configuration over stored orders, beside the database
// (configuration.md#configuration-simulation).

const usage = `Usage: oms config simulate --config FOLDER [--from FOLDER] [--orders last-N] [--since T] [--mapping FILE] [--json]

Replays the requests that entered statuses of stored orders by the present and by a new configuration, as dry runs, and lists
whose refusals, statuses, steps, money, stock, messages or postings would differ. Nothing is stored and nobody is called.

--config FOLDER   the new configuration
--from FOLDER     the present one; by default the one of the running system, or OMS_CONFIG_DIR
--orders last-N   the N orders that changed last, at most 10000; last-1000 by default
--since T         only orders that changed since then: a time such as 2026-01-31, or how long ago: 12h, 2d; 2d by default
--mapping FILE    the mapping of "oms config migrate": a status that only gets another name is no difference
--json            writes the whole report as JSON

Ends with 0 when nothing differs, 1 when something does, 2 when the command is wrong, 3 when it or a part of it could not be
carried out.`

const options = {
  config: { type: 'string' },
  from: { type: 'string' },
  orders: { type: 'string' },
  since: { type: 'string' },
  mapping: { type: 'string' },
  json: { type: 'boolean' },
} as const

type Command = { config: string; from: string; countMax: number; since: Date; mapping: string | null; isJson: boolean }

const ORDERS_MAX = 10_000

/** Null: help is asked for. Throws UsageError. */
function readCommand(args: readonly string[], env: NodeJS.ProcessEnv): Command | null {
  const { values, positionals } = readArguments(args, options)
  if (values.help) return null
  if (positionals.length > 0) throw new UsageError(`"${positionals.join(' ')}" is not understood.`)
  if (values.config === undefined) throw new UsageError('Which configuration? Give --config FOLDER.')
  return {
    config: folder('--config', values.config),
    from: folder('--from', values.from ?? env.OMS_CONFIG_DIR ?? 'config'),
    countMax: parseOrderCount(values.orders ?? 'last-1000'),
    since: parseMoment(values.since ?? '2d'),
    mapping: values.mapping ?? null,
    isJson: values.json ?? false,
  }
}

function folder(option: string, path: string): string {
  const found = resolve(path)
  if (!existsSync(found)) throw new UsageError(`${option}: there is no folder ${found}.`)
  return found
}

function parseOrderCount(text: string): number {
  const count = Number(/^last-([1-9]\d{0,5})$/.exec(text)?.[1])
  if (!(count <= ORDERS_MAX)) throw new UsageError(`--orders is last-1 to last-${ORDERS_MAX}, such as last-1000.`)
  return count
}

function parseMoment(text: string): Date {
  if (/^[1-9]\d{0,5}[smhd]$/.test(text)) return new Date(Date.now() - durationMs(text))
  const moment = new Date(text)
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(moment.getTime()))
    throw new UsageError('--since is a time such as 2026-01-31 or 2026-01-31T08:00Z, or how long ago: 12h, 2d.')
  return moment
}

async function readConfig(directory: string): Promise<OrdersConfig> {
  await loadExtensions(directory)
  return loadTenantConfig({ directory, files: tenantConfigFiles, checks: ordersChecks(null), names: ordersConfigNames })
}

function loadMoves(file: string | null, config: OrdersConfig): Move[] {
  if (file === null) return []
  try {
    const content = JSON.parse(readFileSync(file, 'utf8'))
    if (!Value.Check(MigrateOrdersRequest.properties.moves, content?.moves)) throw new Error('it has no list of moves')
    return readMoves(content.moves as never, config.orderTypes)
  } catch (error) {
    throw new UsageError(`--mapping ${file}: ${(error as Error).message}`)
  }
}

/** The service with a configuration, as far as dry runs need it. */
function dryRunner(database: Database, config: OrdersConfig): RunnerDeps {
  const log = createLogger({ service: 'simulation', level: 'fatal' })
  return {
    inTransaction: database.inTransaction,
    query: database.query,
    execute: database.execute,
    reading: database,
    config: () => config,
    now: () => new Date(),
    newId: randomUUIDv7,
    // Chance must not look like a difference.
    randomText: (length) => 'x'.repeat(length),
    connectors: stepConnectors({ config: () => config, environment: connectorVariable, publicBase: '', log }),
    background: createBackground({ countMax: 1, onError: () => undefined }),
    publicBase: '',
    log,
  }
}

const LISTED_MAX = 50

function formatReport(report: SimulationReport): string {
  const { orders, requests, same, different, byAspect, notReplayed, failed } = report
  const lines = different
    .slice(0, LISTED_MAX)
    .flatMap(({ orderId, at, request, differences }) => [
      `${orderId}  ${at}  ${request}`,
      ...differences.flatMap(({ aspect, before, after }) => [
        ...before.map((text) => `    ${aspect}  − ${text}`),
        ...after.map((text) => `    ${aspect}  + ${text}`),
      ]),
    ])
  const more = different.length > LISTED_MAX ? [`… and ${different.length - LISTED_MAX} more; --json lists all.`] : []
  const counts = Object.entries(byAspect).flatMap(([aspect, count]) => (count === 0 ? [] : [`${count} in ${aspect}`]))
  const left = Object.entries(notReplayed).map(([operation, count]) => `${count} × ${operation}`)
  return [
    ...lines,
    ...more,
    ...(lines.length > 0 ? [''] : []),
    `${requests} requests of ${orders} orders were replayed: ${same} have the same outcome, ${different.length} another one${counts.length === 0 ? '' : ` (${counts.join(', ')})`}.`,
    ...(left.length === 0 ? [] : [`Not replayed, because their requests are not stored: ${left.join(', ')}.`]),
    ...(failed.length === 0
      ? []
      : [`${failed.length} could not be replayed, the first: ${failed[0]?.orderId}: ${failed[0]?.reason}`]),
    'Stock was that of now, outside calls succeeded, and accounts of a changed chart are not compared.',
  ]
    .map(printable)
    .join('\n')
}

/** Data must not steer a terminal. */
function printable(line: string): string {
  return line.replaceAll(/\p{Cc}/gu, '�')
}

async function carryOut(command: Command, { env, stderr }: CommandSurroundings): Promise<SimulationReport> {
  const [before, after] = await Promise.all([readConfig(command.from), readConfig(command.config)])
  const moves = loadMoves(command.mapping, after)
  const database = createDatabase({
    url: loadEnvironment(CommandEnvironment, env).DATABASE_URL,
    log: createLogger({ service: 'simulation', level: 'fatal' }),
    applicationName: 'oms simulation',
    poolSizeMax: 2,
    // Whoever serves customers goes first.
    statementTimeoutMs: 10_000,
    lockTimeoutMs: 1_000,
  })
  const onProgress = (done: number, total: number) => {
    if (stderr.isTTY) stderr.write(`\r${done} of ${total} orders${done === total ? '\n' : ''}`)
  }
  try {
    const { since, countMax } = command
    return await simulateOrders({
      before: dryRunner(database, before),
      after: dryRunner(database, after),
      since,
      countMax,
      moves,
      onProgress,
    })
  } finally {
    await database.close()
  }
}

async function run(args: readonly string[], surroundings: CommandSurroundings): Promise<number> {
  const { env, stdout } = surroundings
  const command = readCommand(args, env)
  if (command === null) {
    stdout.write(`${usage}\n`)
    return 0
  }
  const report = await carryOut(command, surroundings)
  stdout.write(`${command.isJson ? JSON.stringify(report, null, 2) : formatReport(report)}\n`)
  if (report.different.length > 0) return 1
  return report.failed.length > 0 ? 3 : 0
}

/** `npx oms config simulate`. */
export const simulateConfiguration = commandProgram(run, { usage, failureCode: 3 })

if (import.meta.main) process.exitCode = await simulateConfiguration(process.argv.slice(2), process)
