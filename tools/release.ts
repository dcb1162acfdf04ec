/**
 * `npm run release -- X.Y.Z`: gives the product another version, everywhere, and makes a section of
 * the changelog of what was unreleased. Publishes nothing (docs/how-to/release.md).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { describeError, StartError } from '@open-oms/local-servers/start-error'
import { commandLine } from '@open-oms/system/command-line'
import { root } from '@open-oms/system/root'
import { releaseChangelog } from './release/changelog.ts'
import { isNewer, readVersions, versionPlaces, withVersion } from './release/version-places.ts'

const usage = `Usage: npm run release -- X.Y.Z [--in FOLDER]

  X.Y.Z        the new version
  --in FOLDER  another checkout than this one
`
const { values, positionals } = commandLine({
  usage,
  options: { in: { type: 'string', default: root } },
  checkArguments: (words) => (words.length === 1 ? null : 'One version is needed.'),
})
const [version = ''] = positionals

/** Everything is made before the first file is written. */
function newFiles(folder: string): [string, string][] {
  const places = versionPlaces(folder)
  const [current = ''] = readVersions(folder, places[0] as (typeof places)[number])
  if (!isNewer(version, current)) throw new StartError(`${version} is no version (X.Y.Z) after ${current}.`)
  const changelog = releaseChangelog(
    readFileSync(join(folder, 'CHANGELOG.md'), 'utf8'),
    version,
    new Date().toISOString().slice(0, 10),
  )
  return [
    ...places.map((place): [string, string] => [place.path, withVersion(folder, place, version)]),
    ['CHANGELOG.md', changelog],
  ]
}

try {
  for (const [path, text] of newFiles(values.in)) writeFileSync(join(values.in, path), text)
  console.log(`This is ${version} now. What follows: "npm run generate", "npm test", a commit, and the tag v${version}.`)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${describeError(error)}\n`)
  process.exitCode = 1
}
