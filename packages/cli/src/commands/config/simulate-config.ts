import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import { getRunningConfiguration } from '@oms/contracts/orders/configuration/routes'
import { givenSecret } from '@oms/system/run-file'
import type { DeclareCommand } from '../../command.ts'
import { CommandFailure } from '../../command-failure.ts'
import type { Context } from '../../context.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { runConfigProgram } from './run-config-program.ts'
import { writeConfigFiles } from './write-config-files.ts'

type Options = { config: string; from?: string; orders: string; since: string; mapping?: string }

/**
 * `oms config simulate`: replays stored orders under a new configuration, next to their database
 * (configuration.md#configuration-simulation).
 */
export const simulateConfig: DeclareCommand = (run) =>
  new Command('simulate')
    .description(
      'Replay the requests of stored orders under a new configuration as dry runs, and list those whose outcomes differ; exits with 1 when some do, 2 for a wrong command, 3 when the simulation failed',
    )
    .requiredOption('--config <folder>', 'the new configuration')
    .option('--from <folder>', 'the current configuration; by default that of the running system')
    .option('--orders <last-n>', 'how many of the most recently changed orders', 'last-1000')
    .option('--since <time>', 'only orders that changed since then: 2026-01-31, 12h, 2d', '2d')
    .option('--mapping <file>', 'the mapping of `oms config migrate`')
    .action((options) => run((context) => simulate(options as Options, context)))

async function simulate({ config, from, orders, since, mapping }: Options, context: Context): Promise<ExitCode> {
  const environment = { DATABASE_URL: databaseUrl(context) }
  const folder = from === undefined ? await mkdtemp(join(tmpdir(), 'oms-running-')) : null
  try {
    if (folder !== null) await writeConfigFiles(folder, (await context.api().call(getRunningConfiguration)).files)
    const args = ['--config', resolve(config), '--from', folder ?? resolve(from as string), '--orders', orders, '--since', since]
    if (mapping !== undefined) args.push('--mapping', resolve(mapping))
    return await runConfigProgram({ name: 'simulate-configuration', args, environment }, context)
  } finally {
    if (folder !== null) await rm(folder, { recursive: true, force: true })
  }
}

/** Raises `CommandFailure` when the system runs on another machine. */
function databaseUrl(context: Context): string {
  const given = givenSecret('ORDERS_WORKFLOW_DATABASE_URL', context.environment)
  const found = given ?? context.target().local?.run.databaseUrls['orders-workflow']
  if (found !== undefined) return found
  throw new CommandFailure('A simulation needs the database of the orders.', {
    exitCode: exitCodes.WrongUsage,
    code: 'NotLocal',
    remedy:
      'Run `node dist/cli/simulate-configuration.js` in a container of orders-workflow, or set ORDERS_WORKFLOW_DATABASE_URL.',
  })
}
