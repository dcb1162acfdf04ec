import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { build, productVersion } from '@open-oms/contracts/version'
import { root } from '@open-oms/system/root'
import { inlineContracts } from './inline-contracts.ts'

const run = promisify(execFile)
const contracts = '@open-oms/contracts'

/**
 * Writes the archive of a built package as it is published: with the contracts that it needs, the
 * licence, where its sources are, and the commit that it was made from. Returns its path.
 */
export async function packPackage({ name, folder }: PublishedPackage, to: string): Promise<string> {
  const work = await mkdtemp(join(tmpdir(), 'oms-pack-'))
  try {
    // pnpm knows the versions of the workspace, and what publishConfig changes.
    await run(join(root, 'node_modules', '.bin', 'pnpm'), ['--dir', folder, 'pack', '--out', join(work, 'whole.tgz')])
    await run('tar', ['-xzf', join(work, 'whole.tgz'), '-C', work])
    const unpacked = join(work, 'package')
    inlineContracts(unpacked, join(root, 'packages', 'contracts', 'dist'))
    await copyFile(join(root, 'LICENSE'), join(unpacked, 'LICENSE'))
    await finishManifest(join(unpacked, 'package.json'), folder)
    const path = join(to, `${name.slice(1).replace('/', '-')}-${productVersion}.tgz`)
    await mkdir(to, { recursive: true })
    await run(join(root, 'node_modules', '.bin', 'pnpm'), ['--dir', unpacked, 'pack', '--out', path])
    return path
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/**
 * Leaves out what only the workspace needs, and says where the sources are: a registry compares
 * that with the workflow that publishes.
 */
async function finishManifest(path: string, folder: string): Promise<void> {
  const { devDependencies: _, scripts: __, ...manifest } = JSON.parse(await readFile(path, 'utf8'))
  delete manifest.dependencies?.[contracts]
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env
  const directory = folder.slice(root.length + 1)
  const source = server && repository ? { repository: { type: 'git', url: `git+${server}/${repository}.git`, directory } } : {}
  const { revision, date } = build
  await writeFile(path, `${JSON.stringify({ ...manifest, ...source, build: { revision, date } }, null, 2)}\n`)
}

/** A package of the workspace that is published: its folder, and what it needs. */
type PublishedPackage = { name: string; folder: string; dependencies: Readonly<Record<string, string>> }

/** Every package that is not private, by folder. */
export function publishedPackages(root: string): PublishedPackage[] {
  const manifests = globSync('packages/{*,connectors/*}/package.json', { cwd: root }).sort()
  return manifests.flatMap((path) => {
    const manifest = JSON.parse(readFileSync(join(root, path), 'utf8'))
    const folder = join(root, dirname(path))
    return manifest.private === true ? [] : [{ name: manifest.name, folder, dependencies: manifest.dependencies ?? {} }]
  })
}
