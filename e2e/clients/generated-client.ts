import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'

const root = join(import.meta.dirname, '..', '..')
const programs = join(import.meta.dirname, '..', 'fixtures', 'clients')

/** How strict integrators compile; the document must not ask them for less. */
const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  target: 'esnext',
  module: 'esnext',
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  lib: ['esnext', 'dom', 'dom.iterable'],
  types: ['node'],
  typeRoots: [join(root, 'node_modules', '@types')],
}

export type GeneratedClient = {
  /** The name of its program in `fixtures/clients`. */
  program: string
  /** Writes the client into the folder, whose `openapi.json` is the document. */
  generate(folder: string): Promise<unknown>
  /**
   * Files of the generator that are the same for every document, and not made for strict compilers.
   */
  foreign?: RegExp
}

type Result = { code: number; output: string }

/**
 * Generates a client from the document of a running system, compiles it with the program that uses
 * it as strictly as TypeScript can, and runs the program, which fails unless its calls return what
 * their types say.
 */
export async function checkGeneratedClient(t: Test, gatewayUrl: string, client: GeneratedClient): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'oms-client-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await prepare(folder, gatewayUrl, client.program)
  await client.generate(folder)
  const errors = await compilerErrors(folder)
  t.same(
    errors.filter((error) => client.foreign?.test(error) !== true),
    [],
    'it compiles',
  )
  // Some generators write enums, which are more than types.
  const { code, output } = await runNode(['--experimental-transform-types', join(folder, client.program), gatewayUrl], folder)
  t.equal(code, 0, output)
}

async function prepare(folder: string, gatewayUrl: string, program: string): Promise<void> {
  const document = await fetch(new URL('/openapi.json', gatewayUrl))
  await mkdir(folder, { recursive: true })
  await Promise.all([
    writeFile(join(folder, 'openapi.json'), await document.text()),
    writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' })),
    writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] })),
    cp(join(programs, program), join(folder, program)),
    symlink(join(root, 'e2e', 'node_modules'), join(folder, 'node_modules')),
  ])
}

/** One line for each error. */
async function compilerErrors(folder: string): Promise<string[]> {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const { output } = await runNode([compiler, '-p', folder, '--pretty', 'false'], folder)
  return output.split('\n').filter((line) => /^\S/.test(line))
}

/** Runs a program with this Node and returns what it printed when it has ended. */
async function runNode(parameters: readonly string[], cwd: string): Promise<Result> {
  const child = spawn(process.execPath, [...parameters], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? -1, output: Buffer.concat(chunks).toString() }))
  })
}
