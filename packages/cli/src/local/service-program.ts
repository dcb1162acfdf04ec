import { join } from 'node:path'
import { Writable } from 'node:stream'
import { Command, type CommandUnknownOpts, type Option } from '@commander-js/extra-typings'
import { assetEnvironment, configFolder, dataFolder, givenSecret } from '@open-oms/system/run-file'
import { runProgram } from '@open-oms/system/run-program'
import { environmentPrefix } from '@open-oms/system/start/service-names'
import type { DeclareCommand } from '../command.ts'
import type { Context } from '../context.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { findLocalSystem } from '../target/local-system.ts'

type Service = 'accounting-read' | 'catalog-assets' | 'orders-workflow'

const services = join(import.meta.dirname, '..', '..', '..', '..', 'services')

export type ServiceProgram = {
  service: Service
  /** Below `src` of the service. It runs in containers too, with the same arguments. */
  file: string
  args: readonly string[]
}

/** With what a program ended, and with `--json` the lines that it wrote. */
type ProgramResult = { exitCode: ExitCode; lines: string[] }

/**
 * Runs a command line program of a service, which works on the service's own database and files,
 * and returns its exit code. With `--json` the lines that it writes are the result.
 */
async function runServiceProgram(program: ServiceProgram, context: Context): Promise<ExitCode> {
  const ended = await callServiceProgram(program, context)
  if (context.output.isJson) context.output.result(ended, () => '')
  return ended.exitCode
}

/** The same for a command whose result is of several programs. */
export async function callServiceProgram({ service, file, args }: ServiceProgram, context: Context): Promise<ProgramResult> {
  context.requireHere()
  const { output, streams, signal, environment: inherited } = context
  const program = join(services, service, 'src', file)
  const written: string[] = []
  const environment = () => programEnvironment(service, inherited)
  const { stderr } = streams
  const stdout = output.isJson ? collect(written) : streams.stdout
  const exitCode = (await runProgram(program, args, { inherited, environment, signal, stdout, stderr })) as ExitCode
  signal.throwIfAborted()
  return { exitCode, lines: written.join('').split('\n').filter(Boolean) }
}

function collect(written: string[]): Writable {
  return new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      written.push(text)
      done()
    },
  })
}

/**
 * What the program needs to know: the variables of another system, or what `run.json` says of the
 * one that runs here.
 */
function programEnvironment(service: Service, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const given = givenSecret(`${environmentPrefix(service)}_DATABASE_URL`, environment)
  if (service === 'accounting-read') return accountingEnvironment(given, environment)
  if (given !== undefined) return { DATABASE_URL: given, OMS_DATA_DIR: dataFolder(environment) }
  const { run, dataDir } = findLocalSystem(environment)
  return service === 'catalog-assets' ? assetEnvironment(run, dataDir) : { DATABASE_URL: run.databaseUrls[service] }
}

function accountingEnvironment(given: string | undefined, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const OMS_CONFIG_DIR = configFolder(environment)
  const natsUrl = givenSecret('NATS_URL', environment)
  if (given && natsUrl) return { DATABASE_URL: given, NATS_URL: natsUrl, OMS_CONFIG_DIR }
  const { databaseUrls, natsUrls } = findLocalSystem(environment).run
  return {
    DATABASE_URL: given ?? databaseUrls['accounting-read'],
    NATS_URL: natsUrl ?? natsUrls['accounting-read'],
    OMS_CONFIG_DIR,
  }
}

export type ProgramCommand = {
  name: string
  description: string
  options: readonly Option[]
  /** What runs, one after the other until one does not end with 0. */
  programs: readonly Pick<ServiceProgram, 'service' | 'file'>[]
  /** Words before the options. */
  words: readonly string[]
}

/** Declares a command that is carried out by programs of services, with the options of this one. */
export function programCommand({ name, description, options, programs, words }: ProgramCommand): DeclareCommand {
  return (run) => {
    const command: CommandUnknownOpts = new Command(name).description(description) as CommandUnknownOpts
    for (const option of options) command.addOption(option)
    return command.action(() =>
      run(async (context) => {
        for (const program of programs) {
          const code = await runServiceProgram({ ...program, args: [...words, ...givenOptions(command)] }, context)
          if (code !== exitCodes.Done) return code
        }
        return exitCodes.Done
      }),
    )
  }
}

/** The options as the program reads them. */
function givenOptions(command: CommandUnknownOpts): string[] {
  return command.options.flatMap((option) => {
    const value: unknown = command.getOptionValue(option.attributeName())
    if (value === undefined || value === false) return []
    return value === true ? [`${option.long}`] : [value].flat().map((text) => `${option.long}=${text}`)
  })
}
