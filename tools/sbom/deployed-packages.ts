import { type Dirent, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

export type Manifest = { name: string; version: string; license?: string; description?: string }

export type DeployedPackage = {
  manifest: Manifest
  /** SHA-512 of the package's archive, in hexadecimal; null for packages of the workspace. */
  sha512: string | null
  /** The folders of what it depends on, as in `folder`. */
  dependencies: string[]
  folder: string
}

export type Deployment = { root: DeployedPackage; packages: DeployedPackage[] }

/**
 * What `pnpm deploy` has put into a folder: the service and every package below
 * `node_modules/.pnpm`, by name and version.
 */
export function readDeployedPackages(folder: string): Deployment {
  const hashes = archiveHashes(join(folder, 'pnpm-lock.yaml'))
  const store = join(realpathSync(folder), 'node_modules', '.pnpm')
  const packages = readdirSync(store, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .flatMap((entry) => {
      const modules = join(store, entry.name, 'node_modules')
      return packageEntries(modules)
        .filter(({ isLink }) => !isLink)
        .map(({ path }) => readPackage(path, { modules, hashes }))
    })
  const root = readPackage(realpathSync(folder), { modules: join(folder, 'node_modules'), hashes })
  const byName = (a: DeployedPackage, b: DeployedPackage) => (nameAndVersion(a) < nameAndVersion(b) ? -1 : 1)
  return { root, packages: packages.sort(byName) }
}

export const nameAndVersion = ({ manifest }: DeployedPackage): string => `${manifest.name}@${manifest.version}`

type Place = { modules: string; hashes: ReadonlyMap<string, string> }

function readPackage(folder: string, { modules, hashes }: Place): DeployedPackage {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const dependencies = packageEntries(modules)
    .filter(({ isLink }) => isLink)
    .map(({ path }) => realpathSync(path))
  return { manifest, sha512: hashes.get(`${manifest.name}@${manifest.version}`) ?? null, dependencies, folder }
}

/** The packages in a folder `node_modules`, those of scopes too. */
function packageEntries(modules: string): { path: string; isLink: boolean }[] {
  const isPackage = ({ name }: Dirent) => !name.startsWith('.')
  const entry = (parent: string) => (found: Dirent) => ({ path: join(parent, found.name), isLink: found.isSymbolicLink() })
  return readdirSync(modules, { withFileTypes: true })
    .filter(isPackage)
    .flatMap((found) => {
      if (!found.name.startsWith('@')) return [entry(modules)(found)]
      const scope = join(modules, found.name)
      return readdirSync(scope, { withFileTypes: true }).map(entry(scope))
    })
}

function archiveHashes(lockFile: string): Map<string, string> {
  const lock: { packages: Record<string, { resolution: { integrity?: string } }> } = parse(readFileSync(lockFile, 'utf8'))
  const hashes = Object.entries(lock.packages).map(([key, { resolution }]) => {
    const [, base64] = /^sha512-(.+)$/.exec(resolution.integrity ?? '') ?? []
    return [key, base64 === undefined ? '' : Buffer.from(base64, 'base64').toString('hex')] as const
  })
  return new Map(hashes.filter(([, hash]) => hash !== ''))
}
