import { Type } from '@sinclair/typebox'
import { type CommandProgram, type CommandSurroundings, commandProgram } from '../config/command-line.ts'
import { loadEnvironment } from '../config/load-environment.ts'
import { readArguments, UsageError } from '../config/read-arguments.ts'
import { createDatabase } from '../database/database.ts'
import { createLogger } from '../observability/logger.ts'
import { type AddressColumn, relocateAddresses } from './relocate-addresses.ts'

const usage = `Usage: relocate --from BASE [--from BASE]

Makes the addresses of stored files that are kept with a public base, such as https://shop.example.com, follow ASSET_PUBLIC_BASE. May be
run again, and beside the running service. Ends with 0 when it was done, 1 when it could not be, 2 when the command is wrong.`

const Environment = Type.Object({ DATABASE_URL: Type.String({ secret: true }) })

/**
 * The bases of the command line, without a slash at the end; null: help is asked for. Throws
 * UsageError.
 */
export function readBases(args: readonly string[]): string[] | null {
  const { values, positionals } = readArguments(args, { from: { type: 'string', multiple: true } })
  if (values.help) return null
  if (positionals.length > 0) throw new UsageError(`"${positionals[0]}" is not understood.`)
  const bases = (values.from ?? []).map((base) => base.replace(/\/+$/, ''))
  if (bases.length === 0) throw new UsageError('Which base? Give --from BASE.')
  const wrong = bases.find((base) => !/^https?:\/\/./.test(base) || !URL.canParse(base))
  if (wrong !== undefined) throw new UsageError(`--from must be an address of http or https; it is "${wrong}".`)
  return bases
}

type RelocationPlan = { service: string; columns: readonly AddressColumn[]; bases: readonly string[] }

async function relocate({ service, columns, bases }: RelocationPlan, { env, stdout }: CommandSurroundings): Promise<void> {
  const database = createDatabase({
    url: loadEnvironment(Environment, env).DATABASE_URL,
    log: createLogger({ service, level: 'fatal' }),
    applicationName: 'oms relocate',
    poolSizeMax: 1,
  })
  try {
    for (const { table, column, changed } of await relocateAddresses(database, columns, bases))
      stdout.write(`${service}: ${changed} rows of ${table}.${column} changed\n`)
  } finally {
    await database.close()
  }
}

/**
 * The program `relocate` of a service: the columns with addresses, the bases from the command line.
 */
export function relocateProgram(service: string, columns: readonly AddressColumn[]): CommandProgram {
  return commandProgram(
    async (args, surroundings) => {
      const bases = readBases(args)
      if (bases === null) surroundings.stdout.write(`${usage}\n`)
      else await relocate({ service, columns, bases }, surroundings)
      return 0
    },
    { usage, failureCode: 1 },
  )
}
