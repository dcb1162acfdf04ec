/**
 * Writes the generated pages of docs and services/<name>/.env.example from the declarations in code, so that no reference can be
 * out of date.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ConfigFileContract } from '@oms/contracts/config/config-file'
import { orderTypesFile } from '@oms/contracts/config/order-types'
import { tenantConfigFiles } from '@oms/contracts/config/tenant-config'
import { loadTenantConfig } from '@oms/service-kit/config/load-tenant-config'
import { configurationPage, environmentSample, type ServiceEnvironments } from './docs/configuration-page.ts'
import { eventDocument, openApiDocuments } from './docs/interface-documents.ts'
import { interfaceSnapshot } from './docs/interface-snapshot.ts'
import { modulesPage } from './docs/module-pictures.ts'
import { orderTypesPage } from './docs/order-types-page.ts'
import { errorsPage, metricsPage } from './docs/reference-pages.ts'
import { configSchema } from './generate-config-schemas.ts'
import { moduleMaps } from './module-map.ts'

const root = join(import.meta.dirname, '..')

/** The environment of each service: the one schema that its environment.ts exports. */
async function readEnvironments(): Promise<ServiceEnvironments> {
  const found: ServiceEnvironments = {}
  for (const name of readdirSync(join(root, 'services')).sort()) {
    const source = join(root, 'services', name, 'src')
    const file = join(source, 'environment.ts')
    const exported: Record<string, unknown> = await import(file)
    const schema = Object.values(exported).find((value) => 'PORT' in ((value as { properties?: object }).properties ?? {}))
    if (schema === undefined) throw new Error(`${file} exports no schema of its environment.`)
    found[name] = schema as ServiceEnvironments[string]
  }
  return found
}

/** Every generated page and file by its path from the root. */
async function pages(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const environments = await readEnvironments()
  const files = Object.values(tenantConfigFiles) as ConfigFileContract[]
  found.set('docs/reference/configuration.md', configurationPage(environments, files))
  const { orderTypes } = await loadTenantConfig({
    directory: join(root, 'config'),
    files: { orderTypes: orderTypesFile },
    checks: [],
    names: ['orderTypes'],
  })
  found.set('docs/reference/order-types.md', orderTypesPage(orderTypes))
  found.set('docs/explanation/modules.md', modulesPage(moduleMaps))
  found.set('docs/reference/metrics.md', metricsPage())
  found.set('docs/reference/errors.md', errorsPage())
  const schemas = new Map(files.map((contract) => [contract.file, configSchema(contract)]))
  found.set('docs/reference/interface.txt', interfaceSnapshot(openApiDocuments(), eventDocument(), schemas))
  for (const [name, environment] of Object.entries(environments)) {
    found.set(`services/${name}/.env.example`, environmentSample(name, environment))
  }
  return found
}

function present(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** Writes the pages; with `check` nothing is written. Returns the paths that were or are out of step. */
export async function generate({ check = false }: { check?: boolean } = {}): Promise<string[]> {
  const stale = [...(await pages())].filter(([path, text]) => present(join(root, path)) !== text)
  for (const [path, text] of check ? [] : stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return stale.map(([path]) => path)
}
