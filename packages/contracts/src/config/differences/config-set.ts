import { Value } from '@sinclair/typebox/value'
import type { ConfigFileContract } from '../config-file.ts'
import { type TenantConfig, tenantConfigFiles } from '../tenant-config.ts'

/** A configuration with every default filled in, and without its secrets. */
export type ConfigSet = TenantConfig

/**
 * The configuration of files by name, as `GET /api/Configuration` has them, without secrets; a file
 * that is missing is empty. It is not checked: two sets can be compared of which one has a fault.
 */
export function buildConfigSet(files: Readonly<Record<string, unknown>>): ConfigSet {
  const parts = Object.entries(tenantConfigFiles).map(([name, contract]) => {
    if ('folder' in contract) return [name, contract.read(collectTexts(files, contract.folder))]
    const { file, schema, read, whenMissing } = contract as ConfigFileContract
    const content = Value.Default(schema, structuredClone(files[file] ?? {})) as never
    const complete = Object.keys(content).length === 0 ? (whenMissing ?? Value.Create(schema)) : content
    return [name, read(complete)]
  })
  return Object.fromEntries(parts)
}

function collectTexts(files: Readonly<Record<string, unknown>>, folder: string) {
  const paths = Object.keys(files).filter((path) => path.startsWith(folder) && typeof files[path] === 'string')
  return paths.sort().map((path) => ({ path, text: String(files[path]) }))
}
