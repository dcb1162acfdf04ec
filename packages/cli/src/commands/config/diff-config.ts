import { writeFile } from 'node:fs/promises'
import { Command } from '@commander-js/extra-typings'
import { buildConfigSet, type ConfigSet } from '@oms/contracts/config/differences/config-set'
import { diffConfigs } from '@oms/contracts/config/differences/diff-configs'
import type { RemovedStatus } from '@oms/contracts/config/differences/diff-order-types'
import { getOrdersInFlight, getRunningConfiguration } from '@oms/contracts/orders/configuration/routes'
import type { OrdersInFlight } from '@oms/contracts/orders/configuration/running-configuration'
import type { DeclareCommand } from '../../command.ts'
import { CommandFailure, wrongUsage } from '../../command-failure.ts'
import type { Context } from '../../context.ts'
import { table } from '../../output/table.ts'
import { type CountedChange, countTouched } from './count-touched.ts'
import { readConfigSet } from './read-config-set.ts'

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
