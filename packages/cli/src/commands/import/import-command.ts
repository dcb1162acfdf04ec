import { setTimeout as sleep } from 'node:timers/promises'
import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { getConfiguredNames } from '@open-oms/contracts/orders/configuration/routes'
import { MappingProblem } from '@open-oms/import/mapping/mapped-items'
import { sourceFormats, UnknownFormat } from '@open-oms/import/read-source'
import { UnreadableFile } from '@open-oms/import/reading/reasons'
import type { DeclareCommand } from '../../command.ts'
import { asFileFailure, CommandFailure } from '../../command-failure.ts'
import type { Context } from '../../context.ts'
import type { Api } from '../../import/resources/api.ts'
import type { Resource } from '../../import/resources/resource.ts'
import { importFile } from '../../import/run/import-file.ts'
import type { Progress } from '../../import/run/import-plan.ts'
import { JournalMismatch } from '../../import/run/journal.ts'
import { patiently } from '../../import/run/send-patiently.ts'
import { FolderIsLocked } from '../../lock-folder.ts'
import { buildImportPlan, type ImportOptions } from './build-import-plan.ts'
import { describeImport, exitCodeOfImport } from './describe-import.ts'

/** `oms import orders FILE` and its siblings (docs/reference/import-formats.md). */
export function importCommand(resource: Resource, description: string): DeclareCommand {
  return (run) => {
    const command = new Command(resource.name)
      .description(description)
      .argument('<file>', 'the file to import')
      .addOption(new Option('--format <format>', 'what the file is; by default its name says it').choices(sourceFormats))
      .option('--mapping <file>', 'a mapping file (JSON): columns, constants, values')
      .option('--set <path=value>', 'a property of every item; may be repeated', collect, [])
      .addOption(new Option('--decimal-mark <mark>', 'of the numbers of the file').choices(['.', ','] as const))
      .option('--currency <code>', 'of exports of Medusa: which price of products is taken', 'EUR')
      .option('--dry-run', 'check the whole file and write nothing')
      .option('--skip-refused', 'import the rest although rows are refused')
      .option('--update', 'replace existing products')
      .option('--concurrency <n>', 'how many requests are under way concurrently', wholeNumber(1, 32), 4)
      .option('--batch-size <n>', 'how many items a request has', wholeNumber(1, resource.batchMax), resource.batchMax)
      .option('--state <folder>', 'where the journal and the reports are; by default beside the file')
      .option('--report <file>', 'the report of refused rows: NDJSON, or CSV by its name')
      .option('--restart', 'forget how far an earlier import of this file was')
      .option('--give-up-after <seconds>', 'how long to wait for an unreachable system', wholeNumber(0, 86_400), 600)
    return command.action((file, options) => run((context) => runImport(context, { resource, file, options })))
  }
}

async function runImport(
  context: Context,
  { resource, file, options }: { resource: Resource; file: string; options: ImportOptions },
) {
  const client = context.api()
  const { progress, end } = progressOn(context)
  const api = patiently(client, {
    giveUpAfterMs: options.giveUpAfter * 1_000,
    sleep: (ms) => sleep(ms, undefined, { signal: context.signal }),
    now: Date.now,
    note(text) {
      end()
      context.output.note(text)
    },
  })
  try {
    const plan = await buildImportPlan(file, {
      resource,
      options,
      target: client.gatewayUrl,
      loadRates: () => ratesOfStores(api),
    })
    const result = await importFile(plan, api, progress)
    end()
    context.output.result(result, () => describeImport(result, plan))
    return exitCodeOfImport(result)
  } catch (error) {
    throw asFailure(error, file)
  } finally {
    end()
  }
}

async function ratesOfStores(api: Api): Promise<ReadonlyMap<string, readonly number[]>> {
  const { stores } = await api.call(getConfiguredNames)
  return new Map(stores.map(({ id, taxRates }) => [id, taxRates]))
}

const labels = { check: 'Checking', send: 'Importing', compare: 'Comparing' } as const

function progressOn({ output }: Context): { progress: Progress; end(): void } {
  let shown: { stage: keyof typeof labels; bar: ReturnType<typeof output.progress> } | null = null
  return {
    progress(stage, done, total) {
      if (shown?.stage !== stage) {
        shown?.bar.end()
        shown = { stage, bar: output.progress(labels[stage], total ?? undefined) }
      }
      shown.bar.update(done)
    },
    end() {
      shown?.bar.end()
      shown = null
    },
  }
}

/** What is wrong with the file or the mapping is said without the lines of the program. */
function asFailure(error: unknown, file: string): unknown {
  if (error instanceof UnreadableFile)
    return new CommandFailure(`${file}: line ${error.line}: ${error.message} Nothing was sent.`, { code: 'UnreadableFile' })
  if (error instanceof MappingProblem)
    return new CommandFailure(`The mapping cannot be used.\n${error.message}`, { code: 'WrongMapping' })
  if (error instanceof JournalMismatch) return new CommandFailure(error.message, { code: 'OtherImport' })
  if (error instanceof FolderIsLocked) return new CommandFailure(error.message, { code: 'ImportIsRunning' })
  if (error instanceof UnknownFormat) return new CommandFailure(error.message, { code: 'UnknownFormat' })
  return asFileFailure(error, { remedy: 'The journal is beside the file; --state names another folder.' })
}

function collect(value: string, earlier: string[]): string[] {
  if (!/^[^=]+=/.test(value)) throw new InvalidArgumentError('It has the form path=value.')
  return [...earlier, value]
}

function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (!Number.isInteger(value) || value < min || value > max)
      throw new InvalidArgumentError(`It is a whole number from ${min} to ${max}.`)
    return value
  }
}
