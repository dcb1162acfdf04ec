import { createReadStream, createWriteStream, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'
import { type Browser, chromium, type Page as PlaywrightPage } from 'playwright-core'
import { describeError, StartError } from './start-error.ts'

/** A page of the browser. */
export type Page = PlaywrightPage

const cacheFolder = join(import.meta.dirname, '..', '..', '..', '.cache', 'chromium')

/**
 * Starts a browser without a window: the one that `OMS_CHROMIUM` names, the one that a package
 * brings for Linux on x64, unpacked into `.cache` once, or the Chrome of the machine. Throws a
 * StartError that says how to install one.
 */
export async function startBrowser(): Promise<Browser> {
  const executablePath = process.env.OMS_CHROMIUM || (await chromiumOfPackage())
  const chosen = executablePath === null ? { channel: 'chrome' } : { executablePath }
  try {
    // Containers run tests as root, for whom the sandbox does not start; only pages of our own are
    // opened. The zygote, which would save a sixth of the time of a page, dies at the start where
    // the environment is bare.
    return await chromium.launch({ ...chosen, args: ['--no-sandbox', '--no-zygote', '--disable-gpu'] })
  } catch (error) {
    throw new StartError(
      `The pages are tested in a browser, and none could be started:\n  - ${describeError(error).split('\n')[0]}\n` +
        'Install Chrome, or name a Chromium with OMS_CHROMIUM.',
    )
  }
}

async function chromiumOfPackage(): Promise<string | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  let module: string
  try {
    module = fileURLToPath(import.meta.resolve('@sparticuz/chromium'))
  } catch {
    return null
  }
  const folder = join(module, '..', '..')
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const program = join(cacheFolder, `chromium-${version}`)
  if (existsSync(program)) return program
  mkdirSync(cacheFolder, { recursive: true })
  // Put into its place whole: another process may be looking for it.
  const unpacked = `${program}.${process.pid}`
  const target = createWriteStream(unpacked, { mode: 0o755 })
  await pipeline(createReadStream(join(folder, 'bin', 'chromium.br')), createBrotliDecompress(), target)
  renameSync(unpacked, program)
  return program
}
