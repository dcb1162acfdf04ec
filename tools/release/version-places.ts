import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file that says the version of the product, and where. */
export type VersionPlace = { path: string; pattern: RegExp }

const inManifest = /^(?<before> {2}"version": ")(?<version>[^"]*)(?=",?$)/gm
const manifests = [
  'package.json',
  '{packages,services}/*/package.json',
  'packages/connectors/*/package.json',
  '{tools,e2e,bench}/package.json',
]

/**
 * Every file of a checkout that says the version. The package.json of the root comes first: it is
 * the one that counts.
 */
export function versionPlaces(root: string): VersionPlace[] {
  const ofPackages = manifests.flatMap((glob) => globSync(glob, { cwd: root }).sort())
  return [
    ...ofPackages.map((path) => ({ path, pattern: inManifest })),
    { path: 'deploy/chart/Chart.yaml', pattern: /^(?<before>(?:version|appVersion): )(?<version>.*)$/gm },
    {
      path: 'packages/contracts/src/version.ts',
      pattern: /^(?<before>export const productVersion = ')(?<version>[^']*)(?='$)/gm,
    },
  ]
}

/** The versions that a file says, from its first line on. */
export function readVersions(root: string, { path, pattern }: VersionPlace): string[] {
  return [...readFileSync(join(root, path), 'utf8').matchAll(pattern)].map(({ groups }) => groups?.version ?? '')
}

/** The text of a file with another version. */
export function withVersion(root: string, { path, pattern }: VersionPlace, version: string): string {
  return readFileSync(join(root, path), 'utf8').replaceAll(pattern, `$<before>${version}`)
}

/** Whether a version (`1.2.3`) is newer than another one; null where one of them is no version. */
export function isNewer(version: string, than: string): boolean | null {
  const [parts, others] = [version, than].map((text) =>
    /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(text)?.slice(1).map(Number),
  )
  if (parts === undefined || others === undefined) return null
  const index = parts.findIndex((part, at) => part !== others[at])
  return index >= 0 && (parts[index] as number) > (others[index] as number)
}
