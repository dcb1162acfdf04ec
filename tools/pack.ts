/**
 * `npm run pack`: makes what a release publishes, but for the images, in a folder: packages, the
 * chart, the documents of the interface, the notes and the sums of all (docs/how-to/release.md).
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { appendFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, delimiter, join, resolve } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { build, productVersion } from '@open-oms/contracts/version'
import { commandLine } from '@open-oms/system/command-line'
import { root } from '@open-oms/system/root'
import { generate } from './generate/generate-interface.ts'
import { changelogSection } from './release/changelog.ts'
import { findHelm } from './release/find-helm.ts'
import { packPackage, publishedPackages } from './release/pack-package.ts'

const packages = publishedPackages(root)
const usage = `Usage: npm run pack -- [--to FOLDER] [PACKAGE …]

  --to FOLDER  where it is put, by default dist/release; what is there is deleted
  PACKAGE      only these packages: ${packages.map(({ name }) => name).join(', ')}
`
const { values, positionals } = commandLine({
  usage,
  options: { to: { type: 'string', default: join(root, 'dist', 'release') } },
  checkArguments: (names) => {
    const unknown = names.find((word) => packages.every(({ name }) => name !== word))
    return unknown === undefined ? null : `No package ${unknown} is published.`
  },
})
const run = promisify(execFile)
const to = resolve(values.to)

async function packPackages(names: readonly string[]): Promise<void> {
  // turbo looks for pnpm there, and must not find it by a relative path.
  const env = { ...process.env, PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter) }
  const filters = names.map((name) => `--filter=${name}`)
  await run(join(root, 'node_modules', '.bin', 'turbo'), ['run', 'build', ...filters], {
    cwd: root,
    env,
    maxBuffer: 2 ** 26,
  })
  for (const one of packages.filter(({ name }) => names.includes(name))) await packPackage(one, join(to, 'npm'))
}

async function copyDocuments(): Promise<void> {
  // What is there from before is not written again, and may be of another version.
  await rm(join(root, 'dist', 'api'), { recursive: true, force: true })
  for (const path of await generate()) {
    const name = path.includes('/openapi/') ? basename(path).replace('.json', '.openapi.json') : basename(path)
    await mkdir(join(to, 'api'), { recursive: true })
    const document = JSON.parse(readFileSync(join(root, path), 'utf8'))
    Object.assign(document.info, { 'x-build': { revision: build.revision, date: build.date } })
    await writeFile(join(to, 'api', name), `${JSON.stringify(document, null, 2)}\n`)
  }
}

/** The chart with the commit that it was made from, which registries show as annotations. */
async function packChart(): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'oms-chart-'))
  try {
    const chart = join(work, 'open-oms')
    await cp(join(root, 'deploy', 'chart'), chart, { recursive: true })
    const annotations = { revision: build.revision, created: build.date }
    const lines = Object.entries(annotations).flatMap(([name, value]) =>
      value === null ? [] : [`  org.opencontainers.image.${name}: ${JSON.stringify(value)}\n`],
    )
    if (lines.length > 0) await appendFile(join(chart, 'Chart.yaml'), `annotations:\n${lines.join('')}`)
    await run(findHelm(), ['package', chart, '--destination', join(to, 'chart')])
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function writeSums(): Promise<void> {
  const files = globSync('*/*', { cwd: to }).sort()
  const sum = (file: string) =>
    createHash('sha256')
      .update(readFileSync(join(to, file)))
      .digest('hex')
  await writeFile(join(to, 'SHA256SUMS'), files.map((file) => `${sum(file)}  ${file}\n`).join(''))
}

await rm(to, { recursive: true, force: true })
await packPackages(positionals.length > 0 ? positionals : packages.map(({ name }) => name))
if (positionals.length === 0) {
  await packChart()
  await copyDocuments()
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const notes = changelogSection(changelog, productVersion) ?? changelogSection(changelog, 'Unreleased') ?? ''
  await writeFile(join(to, 'NOTES.md'), `${notes}\n`)
}
await writeSums()
for (const file of globSync(['*/*', 'NOTES.md', 'SHA256SUMS'], { cwd: to }).sort()) console.log(join(to, file))
