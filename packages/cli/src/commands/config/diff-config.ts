import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import { buildConfigSet, type ConfigSet } from '@open-oms/contracts/config/differences/config-set'
import { diffConfigs } from '@open-oms/contracts/config/differences/diff-configs'
import type { ChangeScope, ConfigChange, RemovedStatus } from '@open-oms/contracts/config/differences/diff-order-types'
import { templatesFolder } from '@open-oms/contracts/config/templates'
import { tenantJsonFiles } from '@open-oms/contracts/config/tenant-config'
import { getOrdersInFlight, getRunningConfiguration } from '@open-oms/contracts/orders/configuration/routes'
import type { OrdersInFlight } from '@open-oms/contracts/orders/configuration/running-configuration'
import { readConfigFolder } from '@open-oms/service-kit/config/read-config-folder'
import { withoutSecrets } from '@open-oms/service-kit/config/without-secrets'
import type { DeclareCommand } from '../../command.ts'
import { CommandFailure, wrongUsage } from '../../command-failure.ts'
import type { Context } from '../../context.ts'
import { table } from '../../output/table.ts'

const RUNNING = 'running'

type Options = { from: string; to: string; writeMapping?: string }

/**
 * `oms config diff`: what a new configuration changes, and which orders and runs in flight are
 * affected.
 */
export const diffConfig: DeclareCommand = (run) =>
  new Command('diff')
    .description('List the changes of a new configuration, with the orders and runs in flight that each one affects')
    .option('--from <folder>', 'the earlier configuration: a folder, or that of the running system', RUNNING)
    .requiredOption('--to <folder>', 'the new configuration')
    .option('--write-mapping <file>', 'write a mapping for `oms config migrate` of removed and renamed statuses')
    .action((options) => run((context) => diff(options, context)))

async function diff({ from, to, writeMapping }: Options, context: Context): Promise<void> {
  const after = await readFolder(to)
  const before = from === RUNNING ? await runningSet(context) : await readFolder(from)
  const inFlight = await loadOrdersInFlight(context, from === RUNNING)
  const { changes, removed } = diffConfigs(before, after)
  const counted = countTouched(changes, inFlight)
  if (writeMapping !== undefined) await writeFile(writeMapping, `${JSON.stringify(buildMoveMapping(removed), null, 2)}\n`)
  const { output } = context
  output.result({ changes: counted, removed, runsAreExact: inFlight?.runsAreExact ?? null }, () => describe(counted))
  if (writeMapping === undefined) return
  const open = removed.filter((one) => !isComplete(one)).length
  const toFillIn = open === 0 ? '' : `; fill in toStatus or toOrderType of ${open}`
  output.note(`${writeMapping} has ${removed.length} moves${toFillIn}. \`oms config migrate\` also needs a reason: --reason.`)
}

async function readFolder(folder: string): Promise<ConfigSet> {
  try {
    return await readConfigSet(folder)
  } catch (error) {
    throw wrongUsage((error as Error).message, { cause: error })
  }
}

async function runningSet({ api }: Context): Promise<ConfigSet> {
  return buildConfigSet((await api().call(getRunningConfiguration)).files)
}

/** The orders in flight; null where two folders are compared and no system responds. */
async function loadOrdersInFlight({ api, output }: Context, isNeeded: boolean): Promise<OrdersInFlight | null> {
  try {
    return await api().call(getOrdersInFlight)
  } catch (error) {
    if (isNeeded || !(error instanceof CommandFailure)) throw error
    output.note(`Orders in flight are not counted: ${error.message}`)
    return null
  }
}

function describe(changes: readonly CountedChange[]): string {
  if (changes.length === 0) return 'Nothing changes.'
  const rows = changes.map(({ file, what, orders, runs, note }) => [
    file,
    note === undefined ? what : `${what}. ${note}`,
    orders,
    runs,
  ])
  return table(['File', 'Change', 'Orders', 'Runs'], rows)
}

function isComplete({ status, toOrderType, toStatus }: RemovedStatus): boolean {
  return status === null ? toOrderType !== null : toStatus !== null
}

/** A mapping without null fields, and without the reason, which a person must give. */
function buildMoveMapping(removed: readonly RemovedStatus[]): object {
  const moves = removed.map((move) => ({
    ...Object.fromEntries(Object.entries(move).filter(([, value]) => value !== null)),
    ...(isComplete(move) ? {} : { [move.status === null ? 'toOrderType' : 'toStatus']: '' }),
  }))
  return { moves }
}

/**
 * Reads the configuration in a folder. Raises an error that names a file that is not there or
 * cannot be read.
 */
export async function readConfigSet(directory: string): Promise<ConfigSet> {
  const files: Record<string, unknown> = {}
  for (const { file, schema, whenMissing } of tenantJsonFiles) {
    const path = join(directory, file)
    if (whenMissing !== undefined && !existsSync(path)) continue
    try {
      files[file] = withoutSecrets(JSON.parse(await readFile(path, 'utf8')), schema)
    } catch (error) {
      throw new Error(`${path} cannot be read: ${(error as Error).message}. "oms config check" says more.`)
    }
  }
  const templates = await readConfigFolder(directory, templatesFolder)
  if ('problems' in templates)
    throw new Error(`${directory}: ${templates.problems.map(({ file, reason }) => `${file} ${reason}`).join('; ')}`)
  for (const { path, text } of templates.files) files[path] = text
  return buildConfigSet(files)
}

type CountedChange = ConfigChange & {
  /** Orders that have the type and status of the change; null: it is not about statuses. */
  orders: number | null
  /**
   * Runs that are not finished and are at the steps of the change, or of its status; null: it is
   * about neither.
   */
  runs: number | null
}

/**
 * Changes with what is in flight that each touches; null where nothing is known of the running
 * system.
 */
export function countTouched(changes: readonly ConfigChange[], inFlight: OrdersInFlight | null): CountedChange[] {
  return changes.map((change) => {
    const { touched } = change
    if (touched === undefined || inFlight === null) return { ...change, orders: null, runs: null }
    return { ...change, orders: countAffectedOrders(touched, inFlight), runs: countAffectedRuns(touched, inFlight) }
  })
}

function isMeant({ orderType, status }: ChangeScope, counted: { orderType: string; status: string }): boolean {
  return (orderType === undefined || orderType === counted.orderType) && (status === undefined || status === counted.status)
}

function sum(items: readonly { count: number }[]): number {
  return items.reduce((total, { count }) => total + count, 0)
}

function countAffectedOrders(touched: ChangeScope, { orders }: OrdersInFlight): number | null {
  return touched.orderType === undefined ? null : sum(orders.filter((counted) => isMeant(touched, counted)))
}

function countAffectedRuns(touched: ChangeScope, { runs }: OrdersInFlight): number {
  const { stepIds } = touched
  const atSteps = stepIds === undefined ? runs : runs.filter(({ stepId }) => stepId !== null && stepIds.includes(stepId))
  return sum(atSteps.filter((counted) => isMeant(touched, counted)))
}
