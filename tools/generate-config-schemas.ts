/**
 * Writes config/schemas/*.schema.json from the TypeBox objects of @oms/contracts/config, so that an editor checks and
 * completes the configuration files.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConfigFileContract } from '@oms/contracts/config/config-file'
import { tenantConfigFiles } from '@oms/contracts/config/tenant-config'

const FOLDER = join(import.meta.dirname, '..', 'config', 'schemas')

type JsonSchema = { [member: string]: unknown }

/** Members with a default may be left out of a file although the program always has them. */
function withoutDefaulted(schema: JsonSchema): JsonSchema {
  const copy: JsonSchema = {}
  for (const [member, value] of Object.entries(schema)) copy[member] = convert(value)
  const properties = schema.properties as Record<string, JsonSchema> | undefined
  if (properties !== undefined && Array.isArray(schema.required)) {
    copy.required = (schema.required as string[]).filter((name) => !('default' in (properties[name] ?? {})))
  }
  return copy
}

function convert(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(convert)
  return typeof value === 'object' && value !== null ? withoutDefaulted(value as JsonSchema) : value
}

/** The JSON Schema (draft 2020-12) of one file as text. */
export function configSchemaText(contract: ConfigFileContract): string {
  const head = { $schema: 'https://json-schema.org/draft/2020-12/schema', title: contract.file, description: contract.summary }
  return `${JSON.stringify({ ...(convert(contract.schema) as JsonSchema), ...head }, null, 2)}\n`
}

/**
 * Writes the schemas. With `check` nothing is written. Answers the paths, relative to the root, that were or are out of step.
 */
export async function generate({ check = false }: { check?: boolean } = {}): Promise<string[]> {
  await mkdir(FOLDER, { recursive: true })
  const stale: string[] = []
  for (const contract of Object.values(tenantConfigFiles) as ConfigFileContract[]) {
    const name = contract.file.replace(/\.json$/, '.schema.json')
    const path = join(FOLDER, name)
    const text = configSchemaText(contract)
    const present = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (present === text) continue
    stale.push(`config/schemas/${name}`)
    if (!check) await writeFile(path, text)
  }
  return stale
}

if (import.meta.main) {
  const check = process.argv.includes('--check')
  const stale = await generate({ check })
  for (const path of stale) console.log(`${check ? 'out of step' : 'written'}: ${path}`)
  if (check && stale.length > 0) process.exitCode = 1
}
