import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { compileMapping, MappingProblem, readMapping } from '@open-oms/import/mapping/mapped-items'
import type { MappingFile } from '@open-oms/import/mapping/mapping-file'
import { detectFormat, readItems, type SourceFormat, sourceFormats, UnknownFormat } from '@open-oms/import/read-source'
import type { Resource } from '../../import/resources/resource.ts'
import type { ImportPlan } from '../../import/run/import-plan.ts'

/** The options of the command line. */
export type ImportOptions = {
  format?: SourceFormat | undefined
  mapping?: string | undefined
  set: string[]
  decimalMark?: '.' | ',' | undefined
  currency: string
  dryRun?: true | undefined
  skipRefused?: true | undefined
  update?: true | undefined
  concurrency: number
  batchSize: number
  state?: string | undefined
  report?: string | undefined
  restart?: true | undefined
  giveUpAfter: number
}

const START_BYTES = 256

type PlanInput = {
  resource: Resource
  options: ImportOptions
  target: string
  /** The tax rates of the accounts of each store, loaded where a format needs them. */
  loadRates: () => Promise<ReadonlyMap<string, readonly number[]>>
}

/**
 * The import plan of a command line. Raises `MappingProblem`, `UnknownFormat`, and what reading the
 * files raises.
 */
export async function buildImportPlan(file: string, { resource, options, target, loadRates }: PlanInput): Promise<ImportPlan> {
  if (options.update === true && !resource.canUpdate)
    throw new MappingProblem(`--update is for products, not for ${resource.name}.`)
  if (options.dryRun === true && options.restart === true)
    throw new MappingProblem('--dry-run sends nothing: it forgets nothing either. Leave out --restart.')
  const path = resolve(file)
  const format = options.format ?? (await formatOfFile(path))
  const mapping = withOptions(options.mapping === undefined ? {} : await readMappingFile(options.mapping), options)
  // Wrong paths show before the file is read.
  compileMapping(resource, mapping)
  const rates = needsRates(resource, format) ? await loadRates() : new Map<string, readonly number[]>()
  const folder = options.state === undefined ? `${path}.import` : resolve(options.state)
  const reading = { format, mapping, currency: options.currency, batchSize: options.batchSize, updates: options.update === true }
  return {
    resource,
    read: () =>
      readItems({
        bytes: createReadStream(path),
        kind: resource.name,
        format,
        mapping,
        currency: options.currency.toUpperCase(),
        ratesOf: (storeId) => rates.get(storeId) ?? [],
      }),
    identity: { resource: resource.name, file: await hashFile(path), reading: sha256(JSON.stringify(reading)), target },
    folder,
    reportPath: options.report === undefined ? join(folder, 'refused.ndjson') : resolve(options.report),
    concurrency: options.concurrency,
    batchSize: options.batchSize,
    skipsRefused: options.skipRefused === true,
    updates: options.update === true,
    restarts: options.restart === true,
    checksOnly: options.dryRun === true,
  }
}

/** Reads a mapping file. Raises `MappingProblem`. */
export async function readMappingFile(path: string): Promise<MappingFile> {
  const text = await readFile(path, 'utf8')
  try {
    return readMapping(JSON.parse(text))
  } catch (error) {
    throw error instanceof SyntaxError ? new MappingProblem(`${path} is not JSON: ${error.message}`) : error
  }
}

function withOptions(mapping: MappingFile, { set, decimalMark }: Pick<ImportOptions, 'set' | 'decimalMark'>): MappingFile {
  const marked = decimalMark === undefined ? mapping : { ...mapping, decimalMark }
  if (set.length === 0) return marked
  const given = set.map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)] as const)
  return { ...marked, constants: { ...mapping.constants, ...Object.fromEntries(given) } }
}

function needsRates({ name }: Resource, format: SourceFormat): boolean {
  return name === 'orders' && (format === 'shopify' || format === 'medusa')
}

async function formatOfFile(path: string): Promise<SourceFormat> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0)
    const format = detectFormat(path, buffer.subarray(0, bytesRead))
    if (format !== null) return format
  } finally {
    await file.close()
  }
  throw new UnknownFormat(`The name of ${path} does not say its format: give --format ${sourceFormats.join('|')}.`)
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece)
  return hash.digest('hex')
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
