import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A package of the workspace that is published: its folder, and what it needs. */
export type PublishedPackage = { name: string; folder: string; dependencies: Readonly<Record<string, string>> }

/** Every package that is not private, by folder. */
export function publishedPackages(root: string): PublishedPackage[] {
  const manifests = globSync('packages/{*,connectors/*}/package.json', { cwd: root }).sort()
  return manifests.flatMap((path) => {
    const manifest = JSON.parse(readFileSync(join(root, path), 'utf8'))
    const folder = join(root, dirname(path))
    return manifest.private === true ? [] : [{ name: manifest.name, folder, dependencies: manifest.dependencies ?? {} }]
  })
}
