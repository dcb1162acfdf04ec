import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Command } from '@commander-js/extra-typings'
import { MigrateOrdersRequest, type MigrateOrdersResult } from '@open-oms/contracts/orders/configuration/migration'
import { getOrdersInFlight, migrateOrders } from '@open-oms/contracts/orders/configuration/routes'
import { Value } from '@sinclair/typebox/value'
import type { ApiClient } from '../../api/api-client.ts'
import type { DeclareCommand } from '../../command.ts'
import { wrongUsage } from '../../command-failure.ts'
import type { Context } from '../../context.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { facts, table } from '../../output/table.ts'
import { positiveNumber } from '../../positive-number.ts'

type Options = { mapping: string; apply?: true; reason?: string; wait: number }
type Mapping = Pick<MigrateOrdersRequest, 'moves' | 'reason'>
type Totals = Omit<MigrateOrdersResult, 'next'>

const WAIT_SECONDS = 120
const PAUSE_MS = 2_000

/**
 * `oms config migrate`: moves orders from removed statuses and types by a mapping
 * (workflow.md#order-migration).
 */
export const migrateConfig: DeclareCommand = (run) =>
  new Command('migrate')
    .description(
      'Move orders from removed statuses and types to configured ones; without --apply only say what would be moved; ends with 3 when some are busy or refused',
    )
    .requiredOption('--mapping <file>', 'JSON: { reason, moves: [{ orderType, status, toOrderType, toStatus }] }')
    .option('--apply', 'move them')
    .option('--reason <text>', 'why, in place of the reason of the mapping; each order gets a note with it')
    .option('--wait <seconds>', 'how long orders whose run is under way are tried again', positiveNumber, WAIT_SECONDS)
    .action((options) => run((context) => migrate(options as Options, context)))

async function migrate({ mapping, apply = undefined, reason, wait }: Options, context: Context): Promise<ExitCode> {
  const given = await readMapping(mapping, reason)
  const isDryRun = apply !== true
  const { output, signal } = context
  const api = context.api()
  const totals = await walk(api, given, { isDryRun, context })
  const deadline = Date.now() + wait * 1_000
  while (!isDryRun && totals.busy.length > 0 && Date.now() < deadline) {
    await sleep(PAUSE_MS, undefined, { signal })
    add(totals, await walk(api, given, { isDryRun, context }))
  }
  const { orders: inFlight } = await api.call(getOrdersInFlight)
  const left = inFlight.filter(({ isConfigured }) => !isConfigured).reduce((sum, { count }) => sum + count, 0)
  output.result({ isDryRun, ...totals, left }, () => describe(totals, { isDryRun, left }))
  return totals.busy.length + totals.refused.length > 0 ? exitCodes.DoneInPart : exitCodes.Done
}

/** Raises `CommandFailure` for a file that is no mapping. */
async function readMapping(file: string, reason: string | undefined): Promise<Mapping> {
  let content: unknown
  try {
    content = JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw wrongUsage(`${file} cannot be read: ${(error as Error).message}`)
  }
  const mapping = { ...(content as Mapping), ...(reason === undefined ? {} : { reason }) }
  if (mapping.reason === undefined) throw wrongUsage(`${file} has no reason: say with --reason why orders are moved.`)
  const [first] = Value.Errors(MigrateOrdersRequest, mapping)
  if (first !== undefined) throw wrongUsage(`${file} is no mapping: ${first.path || '/'} ${first.message.toLowerCase()}.`)
  return mapping
}

type Walk = { isDryRun: boolean; context: Context }

/** Goes through all orders once, batch by batch. */
async function walk(api: ApiClient, { moves, reason }: Mapping, { isDryRun, context }: Walk): Promise<Totals> {
  const totals: Totals = { lookedAt: 0, orders: 0, shipments: 0, returnForms: 0, runs: 0, moved: [], busy: [], refused: [] }
  const progress = context.output.progress('Orders looked at')
  try {
    for (let after: string | undefined; ; ) {
      const body = { moves, reason, ...(after === undefined ? {} : { after }) }
      const { next, ...batch } = await api.call(migrateOrders, { query: { dryRun: isDryRun }, body: body as never })
      add(totals, { ...batch, busy: [...totals.busy, ...batch.busy], refused: [...totals.refused, ...batch.refused] })
      progress.update(totals.lookedAt)
      if (next === null) return totals
      after = next
    }
  } finally {
    progress.end()
  }
}

/** Counts add up; who is busy or refused is what the later walk says. */
function add(totals: Totals, { moved, busy, refused, ...counts }: Totals): void {
  for (const name of ['lookedAt', 'orders', 'shipments', 'returnForms', 'runs'] as const) totals[name] += counts[name]
  for (const move of moved) {
    const known = totals.moved.find(({ orderType, status }) => orderType === move.orderType && status === move.status)
    if (known === undefined) totals.moved.push({ ...move })
    else known.orders += move.orders
  }
  Object.assign(totals, { busy, refused })
}

const LISTED_MAX = 20

function describe(totals: Totals, { isDryRun, left }: { isDryRun: boolean; left: number }): string {
  const { moved, orders, shipments, returnForms, runs, busy, refused } = totals
  const rows = moved.map(({ orderType, status, toOrderType, toStatus, orders }) => [
    `${orderType}: ${status ?? 'any status'}`,
    `${toOrderType}: ${toStatus ?? 'the same'}`,
    orders,
  ])
  const verb = isDryRun ? 'to be moved' : 'moved'
  return [
    ...(rows.length === 0 ? [] : [table(['From', 'To', 'Orders'], rows), '']),
    ...refused.slice(0, LISTED_MAX).map(({ orderId, reason }) => `Refused: ${orderId}: ${reason}`),
    ...busy.slice(0, LISTED_MAX).map((orderId) => `Busy: ${orderId}: a run of it is under way`),
    facts([
      [`Orders ${verb}`, orders],
      ['Their shipments', shipments],
      ['Their return forms', returnForms],
      ['Runs that continue under the new name', runs],
      ['Busy', busy.length],
      ['Refused', refused.length],
      ['Orders without a configured status', left],
    ]),
    ...(isDryRun ? ['', 'Nothing was written. Give --apply to move them.'] : []),
  ].join('\n')
}
