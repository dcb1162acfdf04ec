import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { fetchDebianProgram } from './fetch-debian-program.ts'
import { describeError, StartError } from './start-error.ts'

const run = promisify(execFile)
const outputBytesMax = 64 * 1024 * 1024

export type PopplerSearch = {
  /** Where installed programs are: the PATH by default. */
  folders?: readonly string[]
  /** Where fetched ones are kept. */
  cacheFolder?: string
  /** Puts Debian's package and what it needs into an empty folder. */
  fetch?: (folder: string) => Promise<void>
}

export type Poppler = {
  /**
   * The text of a PDF, laid out as on the page. Throws when the file cannot be read as a PDF, with
   * what pdftotext says.
   */
  toText(file: string): Promise<string>
  /** Draws each page into `<prefix>-<number>.png`. */
  toPng(file: string, prefix: string): Promise<void>
}

const defaultCache = join(import.meta.dirname, '..', '..', '..', '.cache', 'poppler')
const pathFolders = () => (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')

/**
 * Poppler's programs for reading PDFs: installed ones, or Debian's package unpacked into
 * `cacheFolder`, which needs no root. Throws a StartError that says how to install them.
 */
export async function findPoppler(search: PopplerSearch = {}): Promise<Poppler> {
  const {
    folders = pathFolders(),
    cacheFolder = defaultCache,
    fetch = (folder) => fetchDebianProgram('poppler-utils', folder),
  } = search
  const installed = folders.find((folder) => existsSync(join(folder, 'pdftotext')) && existsSync(join(folder, 'pdftoppm')))
  if (installed) return popplerIn(installed, [])
  if (!existsSync(cacheFolder)) await fetchInto(cacheFolder, fetch)
  return popplerIn(join(cacheFolder, 'usr', 'bin'), librariesIn(cacheFolder))
}

async function fetchInto(cacheFolder: string, fetch: (folder: string) => Promise<void>): Promise<void> {
  const parent = join(cacheFolder, '..')
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'fetching-'))
  try {
    await fetch(folder)
    // A program that lacks a library is found out here, not by a test long after.
    await run(join(folder, 'usr', 'bin', 'pdftotext'), ['-v'], optionsFor(librariesIn(folder)))
    renameSync(folder, cacheFolder)
  } catch (error) {
    // Another process may have put its own there meanwhile.
    if (existsSync(cacheFolder)) return
    throw new StartError(
      `pdftotext and pdftoppm are not on the PATH and could not be fetched:\n  - ${describeError(error).split('\n')[0]}\n` +
        'Install poppler ("apt-get install poppler-utils", "brew install poppler").',
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Where Debian's packages put libraries: in a folder named after the architecture. */
function librariesIn(folder: string): string[] {
  return ['usr/lib', 'lib']
    .map((path) => join(folder, path))
    .filter((path) => existsSync(path))
    .flatMap((path) => readdirSync(path).map((architecture) => join(path, architecture)))
}

function optionsFor(libraries: readonly string[]) {
  const env = libraries.length === 0 ? process.env : { ...process.env, LD_LIBRARY_PATH: libraries.join(delimiter) }
  return { env, timeout: 60_000, maxBuffer: outputBytesMax }
}

function popplerIn(folder: string, libraries: readonly string[]): Poppler {
  const options = optionsFor(libraries)
  return {
    toText: async (file) => (await run(join(folder, 'pdftotext'), ['-layout', '-enc', 'UTF-8', file, '-'], options)).stdout,
    toPng: async (file, prefix) => void (await run(join(folder, 'pdftoppm'), ['-png', '-r', '90', file, prefix], options)),
  }
}
