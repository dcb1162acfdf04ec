import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConfigFileContract } from '@oms/contracts/config/config-file'
import { templatesFolder } from '@oms/contracts/config/templates'
import { type TenantConfig, tenantConfigFiles, tenantJsonFiles } from '@oms/contracts/config/tenant-config'
import { Value } from '@sinclair/typebox/value'
import { readConfigFolder } from '../read-config-folder.ts'
import { withoutSecrets } from '../without-secrets.ts'

/** A configuration with every default filled in, and without its secrets. */
export type ConfigSet = TenantConfig

/**
 * The configuration of files by name, as `GET /api/Configuration` has them, without secrets; a file
 * that is missing is empty. It is not checked: two sets can be compared of which one has a fault.
 */
export function configSetOf(files: Readonly<Record<string, unknown>>): ConfigSet {
  const parts = Object.entries(tenantConfigFiles).map(([name, contract]) => {
    if ('folder' in contract) return [name, contract.read(textsOf(files, contract.folder))]
    const { file, schema, read, whenMissing } = contract as ConfigFileContract
    const content = Value.Default(schema, structuredClone(files[file] ?? {})) as never
    const complete = Object.keys(content).length === 0 ? (whenMissing ?? Value.Create(schema)) : content
    return [name, read(complete)]
  })
  return Object.fromEntries(parts)
}

function textsOf(files: Readonly<Record<string, unknown>>, folder: string) {
  const paths = Object.keys(files).filter((path) => path.startsWith(folder) && typeof files[path] === 'string')
  return paths.sort().map((path) => ({ path, text: String(files[path]) }))
}

/**
 * Reads the configuration in a folder. Raises an error that names a file that is not there or
 * cannot be read.
 */
export async function readConfigSet(directory: string): Promise<ConfigSet> {
  const files: Record<string, unknown> = {}
  for (const { file, schema, whenMissing } of tenantJsonFiles) {
    const path = join(directory, file)
    if (whenMissing !== undefined && !existsSync(path)) continue
    try {
      files[file] = withoutSecrets(JSON.parse(await readFile(path, 'utf8')), schema)
    } catch (error) {
      throw new Error(`${path} cannot be read: ${(error as Error).message}. "oms config check" says more.`)
    }
  }
  const templates = await readConfigFolder(directory, templatesFolder)
  if ('problems' in templates)
    throw new Error(`${directory}: ${templates.problems.map(({ file, reason }) => `${file} ${reason}`).join('; ')}`)
  for (const { path, text } of templates.files) files[path] = text
  return configSetOf(files)
}
