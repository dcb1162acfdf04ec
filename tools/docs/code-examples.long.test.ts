import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { root } from '@open-oms/system/root'
import t from 'tap'
import { applyCodeBlocks, readCodeBlocks } from './code-examples.ts'

const pages = ['CONTRIBUTING.md', 'docs/how-to/extend-the-code.md'].map((path) => readFileSync(join(root, path), 'utf8'))
const textOf = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null)
const changed = applyCodeBlocks(pages.flatMap(readCodeBlocks), textOf)

/** What the examples change or use. */
const owners = [
  ...['client', 'console', 'contracts', 'import', 'money', 'service-kit'].map((name) => `packages/${name}`),
  'services/orders-workflow',
]

/** A copy of these packages with the examples carried out; packages find each other in it. */
function projectWithExamples(): string {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache', 'code-examples-'))
  const filter = (path: string) => !['dist', '.turbo'].includes(basename(path))
  for (const owner of owners) cpSync(join(root, owner), join(folder, owner), { recursive: true, verbatimSymlinks: true, filter })
  for (const path of ['node_modules', 'config', 'packages/local-servers']) symlinkSync(join(root, path), join(folder, path))
  cpSync(join(root, 'tsconfig.base.json'), join(folder, 'tsconfig.base.json'))
  const project = {
    extends: './tsconfig.base.json',
    include: ['packages/contracts/src', 'services/orders-workflow/src'],
    exclude: ['**/*.test.ts', '**/testing'],
    files: [...changed.keys()].filter((path) => path.startsWith('services/') && path.endsWith('.ts')),
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project))
  for (const [path, text] of changed) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

const folder = projectWithExamples()
t.teardown(() => rmSync(folder, { recursive: true, force: true }))

/** Runs Node in the copy; returns what it wrote where it failed, else nothing. */
function failureOf(...parameters: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, parameters, { cwd: folder, encoding: 'utf8' })
  return status === 0 ? '' : stdout + stderr
}

const compiler = join(root, 'node_modules/typescript/bin/tsc')
for (const project of ['.', 'packages/console'])
  t.test(`given the examples, when they are carried out, then ${project} compiles`, async (t) => {
    t.equal(failureOf(compiler, '--singleThreaded', '-p', project), '')
  })

/** Those that need no database. */
const tests = [...changed].flatMap(([path, text]) => (path.endsWith('.test.ts') && !text.includes('testOrders(') ? [path] : []))
for (const path of tests)
  t.test(`given the examples, when ${path} runs, then it passes`, async (t) => {
    t.equal(failureOf('--conditions=development', path), '')
  })
