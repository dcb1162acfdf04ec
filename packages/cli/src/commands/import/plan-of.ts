import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { compileMapping, MappingProblem, readMapping } from '../../import/mapping/mapped-items.ts'
import type { MappingFile } from '../../import/mapping/mapping-file.ts'
import { formatOf, readSource, type SourceFormat } from '../../import/read-source.ts'
import type { Resource } from '../../import/resources/resource.ts'
import type { ImportPlan } from '../../import/run/import-plan.ts'

/** The options of the command line. */
export type ImportOptions = {
  format?: SourceFormat | undefined
  mapping?: string | undefined
  set: string[]
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

type Given = { resource: Resource; options: ImportOptions; target: string }

/**
 * What a command line asks for. Raises `MappingProblem`, `UnknownFormat`, and what reading the
 * files raises.
 */
export async function planOf(file: string, { resource, options, target }: Given): Promise<ImportPlan> {
  if (options.update === true && !resource.canUpdate)
    throw new MappingProblem(`--update is for products, not for ${resource.name}.`)
  if (options.dryRun === true && options.restart === true)
    throw new MappingProblem('--dry-run sends nothing: it forgets nothing either. Leave out --restart.')
  const path = resolve(file)
  const format = options.format ?? (await formatOf(path))
  const mapping = withConstants(options.mapping === undefined ? {} : await mappingOf(options.mapping), options.set)
  // Wrong paths show before the file is read.
  compileMapping(resource.model, mapping)
  const folder = options.state === undefined ? `${path}.import` : resolve(options.state)
  const reading = { format, mapping, currency: options.currency, batchSize: options.batchSize, updates: options.update === true }
  return {
    resource,
    read: () => readSource({ path, resource, format, mapping, currency: options.currency.toUpperCase() }),
    identity: { resource: resource.name, file: await hashOf(path), reading: sha256(JSON.stringify(reading)), target },
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
export async function mappingOf(path: string): Promise<MappingFile> {
  const text = await readFile(path, 'utf8')
  try {
    return readMapping(JSON.parse(text))
  } catch (error) {
    throw error instanceof SyntaxError ? new MappingProblem(`${path} is no JSON: ${error.message}`) : error
  }
}

function withConstants(mapping: MappingFile, set: readonly string[]): MappingFile {
  if (set.length === 0) return mapping
  const given = set.map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)] as const)
  return { ...mapping, constants: { ...mapping.constants, ...Object.fromEntries(given) } }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece)
  return hash.digest('hex')
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
