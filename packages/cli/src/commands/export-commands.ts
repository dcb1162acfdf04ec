import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Command, Option } from '@commander-js/extra-typings'
import { compileMapping, MappingProblem, mappingOfHeadings } from '@open-oms/import/mapping/mapped-items'
import { csvWriter, type ItemWriter, ndjsonWriter } from '@open-oms/import/writing/csv-writer'
import { defaultColumns } from '@open-oms/import/writing/default-columns'
import type { DeclareCommand } from '../command.ts'
import { asFileFailure, CommandFailure, wrongUsage } from '../command-failure.ts'
import type { Context } from '../context.ts'
import { exportToFile, exportToStream, OtherExport } from '../export/export-to-file.ts'
import { exportSource, type OrderFilters } from '../export/sources.ts'
import { customers } from '../import/resources/customers.ts'
import { orders } from '../import/resources/orders.ts'
import { products } from '../import/resources/products.ts'
import type { Resource } from '../import/resources/resource.ts'
import { stock } from '../import/resources/stock.ts'
import { patiently } from '../import/run/send-patiently.ts'
import { readMappingFile } from './import/build-import-plan.ts'

type ExportOptions = {
  format?: 'ndjson' | 'csv' | undefined
  mapping?: string | undefined
  bom?: true | undefined
  restart?: true | undefined
  store?: string[] | undefined
  status?: string[] | undefined
  orderType?: string | undefined
  createdFrom?: string | undefined
  createdTo?: string | undefined
  modifiedFrom?: string | undefined
  modifiedTo?: string | undefined
}

const GIVE_UP_AFTER_MS = 600_000

/** `oms export orders FILE` and its siblings (docs/reference/import-formats.md#exports). */
function exportCommand(resource: Resource, description: string): DeclareCommand {
  return (run) => {
    const command = new Command(resource.name)
      .description(description)
      .argument('[file]', 'where to; standard output without it')
      .addOption(
        new Option(
          '--format <format>',
          'complete documents, or a table; by default csv for a file that ends in .csv, else ndjson',
        ).choices(['ndjson', 'csv'] as const),
      )
      .option('--mapping <file>', 'of CSV: a mapping file (JSON) with the columns')
      .option('--bom', 'of CSV: begin with a byte order mark, by which spreadsheets read it as UTF-8')
      .option('--restart', 'forget how far an earlier export to this file was')
    if (resource.name !== 'orders')
      return command.action((file, options) => run((context) => runExport(context, { resource, file, options })))
    return command
      .option('--store <id...>', 'only orders of these stores')
      .option('--status <status...>', 'only orders in these statuses')
      .option('--order-type <type>', 'only orders of this type')
      .option('--created-from <date>', 'only orders created then or later')
      .option('--created-to <date>', 'only orders created then or earlier')
      .option('--modified-from <date>', 'only orders changed then or later')
      .option('--modified-to <date>', 'only orders changed then or earlier')
      .action((file, options) => run((context) => runExport(context, { resource, file, options })))
  }
}

type ExportRequest = { resource: Resource; file: string | undefined; options: ExportOptions }

async function runExport(context: Context, { resource, file, options }: ExportRequest): Promise<void> {
  const format = options.format ?? (file !== undefined && /\.csv$/i.test(file) ? 'csv' : 'ndjson')
  const client = context.api()
  const pause = (ms: number) => sleep(ms, undefined, { signal: context.signal })
  const api = patiently(client, { giveUpAfterMs: GIVE_UP_AFTER_MS, sleep: pause, now: Date.now, note: context.output.note })
  try {
    const filters = toOrderFilters(options)
    const source = exportSource(resource.name, filters)
    const writer = await createItemWriter(resource, { ...options, format })
    if (file === undefined) {
      if (context.output.isJson) throw wrongUsage('With --json an export needs a file: standard output is for the result.')
      await exportToStream({ source, writer }, api, (text) => writeTo(context.streams.stdout, text))
      return
    }
    const bar = context.output.progress(`Exporting ${resource.name}`)
    try {
      const identity = JSON.stringify([resource.name, client.gatewayUrl, filters, format, writer.begin])
      const plan = { path: resolve(file), source, writer, identity, restarts: options.restart === true }
      const result = await exportToFile(plan, api, (items, total) => bar.update(items, total ?? undefined))
      bar.end()
      context.output.result(result, () => `Exported ${resource.name}: ${result.items}, to ${result.path}.`)
    } finally {
      bar.end()
    }
  } catch (error) {
    throw asFailure(error)
  }
}

async function createItemWriter(resource: Resource, { format, mapping, bom }: ExportOptions): Promise<ItemWriter> {
  if (format === 'ndjson') {
    if (mapping !== undefined) throw wrongUsage('--mapping is for --format csv.')
    if (bom === true) throw wrongUsage('--bom is for --format csv.')
    return ndjsonWriter
  }
  const given = mapping === undefined ? {} : await readMappingFile(mapping)
  const columns = given.columns === undefined ? mappingOfHeadings(defaultColumns[resource.name], resource) : {}
  return csvWriter(compileMapping(resource, { ...given, ...columns }), { delimiter: given.delimiter, bom })
}

function toOrderFilters({
  store,
  status,
  orderType,
  createdFrom,
  createdTo,
  modifiedFrom,
  modifiedTo,
}: ExportOptions): OrderFilters {
  const filters = { selectedStores: store, selectedStatuses: status, orderType, createdFrom, createdTo, modifiedFrom, modifiedTo }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
}

async function writeTo(stream: NodeJS.WritableStream, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain')
}

function asFailure(error: unknown): unknown {
  if (error instanceof MappingProblem)
    return new CommandFailure(`The mapping cannot be used.\n${error.message}`, { code: 'WrongMapping' })
  if (error instanceof OtherExport) return new CommandFailure(error.message, { code: 'OtherExport' })
  return asFileFailure(error)
}

/** `oms export …` */
export const exportCommands: readonly DeclareCommand[] = [
  exportCommand(orders, 'Export orders as they are when the export begins'),
  exportCommand(products, 'Export products with their variants'),
  exportCommand(stock, 'Export stock levels'),
  exportCommand(customers, 'Export business customers'),
]
