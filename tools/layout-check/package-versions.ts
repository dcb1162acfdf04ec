import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Problem } from './source-file.ts'

type Manifest = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> }

const exact = /^\d+\.\d+\.\d+(-[\w.-]+)?$/

/**
 * Dependencies are pinned to one exact version, the same in every package.json of the workspace.
 */
export function findLooseVersions(root: string, paths: readonly string[]): Problem[] {
  const dependencies = paths.flatMap((path) => readDependencies(root, path))
  const first = new Map<string, Dependency>()
  for (const dependency of dependencies) if (!first.has(dependency.name)) first.set(dependency.name, dependency)
  return dependencies.flatMap((dependency) => judge(dependency, first.get(dependency.name) ?? dependency))
}

type Dependency = { name: string; version: string; path: string }

function readDependencies(root: string, path: string): Dependency[] {
  const { dependencies, devDependencies }: Manifest = JSON.parse(readFileSync(join(root, path), 'utf8'))
  return Object.entries({ ...dependencies, ...devDependencies })
    .filter(([, version]) => !/^(workspace|catalog):/.test(version))
    .map(([name, version]) => ({ name, version, path }))
}

function judge({ name, version, path }: Dependency, first: Dependency): Problem[] {
  if (!exact.test(version)) return [{ path, line: 1, message: `${name} must have an exact version; it is "${version}".` }]
  if (version === first.version) return []
  return [{ path, line: 1, message: `${name} is ${version} here and ${first.version} in ${first.path}.` }]
}
