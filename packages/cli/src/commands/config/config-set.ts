import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TenantConfig, tenantConfigFiles } from '@oms/contracts/config/tenant-config'
import { withoutSecrets } from '@oms/service-kit/config/without-secrets'
import { Value } from '@sinclair/typebox/value'

/** A configuration with every default filled in, and without its secrets. */
export type ConfigSet = TenantConfig

/**
 * The configuration of files by name, as a folder or `GET /api/Configuration` has them; a file that is missing is empty.
 * It is not checked: two sets can be compared of which one has a fault.
 */
export function configSetOf(files: Readonly<Record<string, unknown>>): ConfigSet {
  const parts = Object.entries(tenantConfigFiles).map(([name, { file, schema, read }]) => {
    const content = Value.Default(schema, structuredClone(files[file] ?? {})) as never
    const complete = Object.keys(content).length === 0 ? Value.Create(schema) : content
    return [name, (read as (content: unknown) => unknown)(withoutSecrets(complete, schema))]
  })
  return Object.fromEntries(parts)
}

/** Reads the files of a folder. Raises an error that names a file that is not there or not JSON. */
export async function readConfigFolder(directory: string): Promise<ConfigSet> {
  const files: Record<string, unknown> = {}
  for (const { file } of Object.values(tenantConfigFiles)) {
    const path = join(directory, file)
    try {
      files[file] = JSON.parse(await readFile(path, 'utf8'))
    } catch (error) {
      throw new Error(`${path} cannot be read: ${(error as Error).message}. "oms config check" says more.`)
    }
  }
  return configSetOf(files)
}
