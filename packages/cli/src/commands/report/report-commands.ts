import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Command, Option } from '@commander-js/extra-typings'
import type { Report, ReportQuery } from '@open-oms/contracts/reports/report'
import { accountingReportRoutes, reportRoutes } from '@open-oms/contracts/reports/routes'
import type { ApiClient } from '../../api/api-client.ts'
import { ApiFailure } from '../../api/api-failure.ts'
import type { DeclareCommand } from '../../command.ts'
import { asFileFailure, CommandFailure, wrongUsage } from '../../command-failure.ts'
import type { Context } from '../../context.ts'
import { table } from '../../output/table.ts'
import { writeParquet } from './parquet-file.ts'

type Routes = typeof reportRoutes | typeof accountingReportRoutes
type Found = { report: Report; routes: Routes }

/** The reports that the caller may list; without any, why. */
async function findReports(api: ApiClient): Promise<Found[]> {
  const found: Found[] = []
  const refusals: ApiFailure[] = []
  for (const routes of [reportRoutes, accountingReportRoutes] as const) {
    try {
      for (const report of await api.call<Routes['list']>(routes.list)) found.push({ report, routes })
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || failure.status !== 403) throw failure
      refusals.push(failure)
    }
  }
  if (refusals.length === 2) throw refusals[0]
  return found
}

/** `oms report list` */
const list: DeclareCommand = (run) =>
  new Command('list').description('List the reports that can be run').action(() =>
    run(async ({ api, output }) => {
      const reports = (await findReports(api())).map(({ report }) => report)
      output.result(reports, () =>
        table(
          ['Name', 'Shows', 'Of'],
          reports.map(({ name, label, hasPeriod }) => [name, label.en, hasPeriod ? 'a period' : 'now']),
        ),
      )
    }),
  )

type Options = {
  from?: string | undefined
  to?: string | undefined
  store?: string | undefined
  format: 'csv' | 'ndjson' | 'parquet'
  decimal?: 'point' | 'comma' | undefined
  output?: string | undefined
}

/** `oms report run` (docs/how-to/run-reports.md) */
const runReport: DeclareCommand = (run) =>
  new Command('run')
    .description('Run a report and write it as a file')
    .argument('<name>', 'the report, one of oms report list')
    .option('--from <date>', 'the first day; 30 days before the last one without it')
    .option('--to <date>', 'the last day, which is included; today without it')
    .option('--store <id>', 'only this store')
    .addOption(
      new Option('--format <format>', 'CSV, a JSON object a line, or Parquet')
        .choices(['csv', 'ndjson', 'parquet'] as const)
        .default('csv' as const),
    )
    .addOption(
      new Option('--decimal <sign>', 'of CSV: comma also writes semicolons between fields').choices(['point', 'comma'] as const),
    )
    .option('--output <file>', 'where to; standard output without it')
    .action((name, options) => run((context) => writeReport(context, name, options)))

async function writeReport(context: Context, name: string, options: Options): Promise<void> {
  const { output: path, format } = options
  if (path === undefined && format === 'parquet') throw wrongUsage('Parquet needs a file: give --output FILE.')
  if (path === undefined && context.output.isJson) throw wrongUsage('With --json a report needs a file: give --output FILE.')
  const api = context.api()
  const found = (await findReports(api)).find(({ report }) => report.name === name)
  if (found === undefined)
    throw new CommandFailure(`There is no report ${name}.`, { code: 'NotFound', remedy: 'See oms report list.' })
  const body = await openReport(api, found, options)
  if (path === undefined) return void (await pipeline(body, context.streams.stdout, { end: false }))
  const part = `${path}.part`
  try {
    if (format === 'parquet') await writeParquet(part, found.report.columns, jsonLines(body))
    else await pipeline(body, createWriteStream(part))
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw asFileFailure(error)
  }
  context.output.result({ report: name, path }, () => `${name} is in ${path}.`)
}

async function openReport(api: ApiClient, { report, routes }: Found, options: Options): Promise<Readable> {
  const { from, to, store, format, decimal } = options
  const query: ReportQuery = {
    format: format === 'csv' ? 'csv' : 'ndjson',
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(store !== undefined && { storeId: store }),
    ...(decimal !== undefined && { decimal }),
  }
  return await api.open<Routes['run']>(routes.run, { params: { name: report.name }, query })
}

async function* jsonLines(body: Readable): AsyncGenerator<Record<string, string | number | null>> {
  for await (const line of createInterface({ input: body, crlfDelay: Number.POSITIVE_INFINITY })) yield JSON.parse(line)
}

/** `oms report …` */
export const reportCommands: readonly DeclareCommand[] = [list, runReport]
