import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildConfigSet, type ConfigSet } from '@oms/contracts/config/differences/config-set'
import { templatesFolder } from '@oms/contracts/config/templates'
import { tenantJsonFiles } from '@oms/contracts/config/tenant-config'
import { readConfigFolder } from '@oms/service-kit/config/read-config-folder'
import { withoutSecrets } from '@oms/service-kit/config/without-secrets'

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
  return buildConfigSet(files)
}
