/**
 * Writes config/schemas/*.schema.json from the TypeBox objects of @open-oms/contracts/config, so
 * that an editor checks and completes the configuration files. `npm start` writes them too.
 */

import { credentialsFile } from '@open-oms/contracts/config/access/credentials'
import type { ConfigFileContract } from '@open-oms/contracts/config/config-file'
import { tenantJsonFiles } from '@open-oms/contracts/config/tenant-config'
import { writeGenerated } from '../docs/write-generated.ts'

type JsonSchema = { [field: string]: unknown }

/** Fields with a default may be left out of a file although the program always has them. */
function withoutDefaulted(schema: JsonSchema): JsonSchema {
  const copy: JsonSchema = {}
  for (const [field, value] of Object.entries(schema)) copy[field] = convert(value)
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

/** The JSON Schema (draft 2020-12) of one configuration file. */
export function configSchema(contract: ConfigFileContract): JsonSchema {
  const head = { $schema: 'https://json-schema.org/draft/2020-12/schema', title: contract.file, description: contract.summary }
  return { ...(convert(contract.schema) as JsonSchema), ...head }
}

/**
 * Writes the schemas, which are not committed. Returns the paths, relative to the root, that it
 * wrote. With `check` it does nothing: there is no committed file to compare with.
 */
export async function generate({ check = false }: { check?: boolean } = {}): Promise<string[]> {
  if (check) return []
  const contracts = [...tenantJsonFiles, credentialsFile as ConfigFileContract]
  return writeGenerated(
    new Map(
      contracts.map((contract) => [`config/schemas/${contract.file.replace(/\.json$/, '.schema.json')}`, configSchema(contract)]),
    ),
  )
}
