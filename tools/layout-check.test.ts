import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { checkLayout } from './layout-check/check-layout.ts'

const root = join(import.meta.dirname, '..')

type Teardown = { teardown(end: () => void): unknown }

/** A folder with the given files and the project's biome.json. */
function plant(test: Teardown, files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'oms-layout-'))
  test.teardown(() => rmSync(folder, { recursive: true, force: true }))
  copyFileSync(join(root, 'biome.json'), join(folder, 'biome.json'))
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n')
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

/** The lint rules that each file breaks, by path, with the messages. */
async function lint(folder: string): Promise<Record<string, string[]>> {
  const biome = join(root, 'node_modules', '.bin', 'biome')
  const args = ['lint', '--reporter=github', '--max-diagnostics=none', folder]
  const { stdout } = await promisify(execFile)(biome, args, { cwd: folder, maxBuffer: 2 ** 26 }).catch((error) => error)
  const broken: Record<string, string[]> = {}
  for (const [, rule, file, message] of stdout.matchAll(/^::error title=lint\/\w+\/(\w+),file=([^,]+),[^:]*::(.*)$/gm)) {
    const path = file.slice(file.indexOf(folder) + folder.length + 1)
    broken[path] = [...(broken[path] ?? []), `${rule}: ${message}`]
  }
  return broken
}

const orders = 'services/orders-workflow/src'

t.test('given files that break the form, when they are linted, then each breaks its rule', async (t) => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `  total += ${index}`).join('\n')
  const files = {
    'tools/long-file.ts': Array.from({ length: 251 }, (_, index) => `export const value${index} = 1\n`).join(''),
    'tools/long-function.ts': `export function sum(): number {\n  let total = 0\n${lines(51)}\n  return total\n}\n`,
    'tools/parameters.ts': 'export const four = (a: number, b: number, c: number, d: number) => a + b + c + d\n',
    'tools/barrel.ts': "export * from './long-file.ts'\n",
    'tools/named-barrel.ts': "export { value1 } from './long-file.ts'\n",
    'tools/CamelName.ts': 'export const a = 1\n',
    'tools/any.ts': 'export const a: any = 1\n',
    'tools/enum.ts': 'export enum Colour {\n  Red,\n}\n',
    'tools/default.ts': 'const a = 1\nexport default a\n',
    'tools/swallowed.ts': 'try {\n  JSON.parse("")\n} catch {}\n',
    'packages/console/src/long-page.tsx': Array.from({ length: 251 }, (_, index) => `export const v${index} = 1\n`).join(''),
    'packages/console/src/long-form.tsx': `export function sum(): number {\n  let total = 0\n${lines(51)}\n  return total\n}\n`,
    'packages/console/src/CamelPage.tsx': 'export const a = 1\n',
    'tools/floating.ts': 'async function run(): Promise<void> {\n  await Promise.resolve()\n}\nrun()\n',
    [`${orders}/printed.ts`]: "console.log('hello')\n",
  }
  const broken = await lint(plant(t, files))
  const expected: Record<keyof typeof files, string> = {
    'tools/long-file.ts': 'noExcessiveLinesPerFile',
    'tools/long-function.ts': 'noExcessiveLinesPerFunction',
    'tools/parameters.ts': 'useMaxParams',
    'tools/barrel.ts': 'noReExportAll',
    'tools/named-barrel.ts': 'noBarrelFile',
    'tools/CamelName.ts': 'useFilenamingConvention',
    'tools/any.ts': 'noExplicitAny',
    'tools/enum.ts': 'noEnum',
    'tools/default.ts': 'noDefaultExport',
    'tools/swallowed.ts': 'noEmptyBlockStatements',
    'packages/console/src/long-page.tsx': 'noExcessiveLinesPerFile',
    'packages/console/src/long-form.tsx': 'noExcessiveLinesPerFunction',
    'packages/console/src/CamelPage.tsx': 'useFilenamingConvention',
    'tools/floating.ts': 'noFloatingPromises',
    [`${orders}/printed.ts`]: 'noConsole',
  }
  for (const [path, rule] of Object.entries(expected)) {
    t.ok(
      (broken[path] ?? []).some((text) => text.startsWith(`${rule}:`)),
      `${path} breaks ${rule}`,
    )
  }
})

/** The problems that the layout check finds in planted files, as `path:line message`. */
function check(test: Teardown, files: Record<string, string>): string[] {
  return checkLayout(plant(test, files), {}).map(({ path, line, message }) => `${path}:${line} ${message}`)
}

t.test('given files and folders called utils or index, when the layout is checked, then they are problems', async (t) => {
  const problems = check(t, { 'services/x/src/utils/money.ts': '', 'packages/y/src/utils.tsx': '', 'docs/index.html': '' })
  t.same(
    problems.map((text) => text.split(':')[0]),
    ['packages/y/src/utils.tsx', 'services/x/src/utils/money.ts'],
  )
})

t.test('given pure code with clock, chance, waiting or output, when the layout is checked, then each is found', async (t) => {
  const impure = [
    'const a = Date.now()',
    'const b = new Date()',
    'const c = Math.random()',
    'const d = async () => 1',
    "console.log('x')",
    'const e = crypto.randomUUID()',
    'const f = process.env.HOME',
    'setTimeout(() => 1, 1)',
    "const g = fetch('x')",
    "const h = import('./cart.ts')",
  ]
  const path = `${orders}/modules/carts/domain/planted.ts`
  const problems = check(t, { [path]: `${impure.join('\n')}\nconst fine = new Date(0).getTime() + Math.max(1, 2)\n` })
  t.same(
    problems.map((text) => Number(text.split(/[: ]/)[1])),
    impure.map((_, index) => index + 1),
    'each line once, and nothing else',
  )
  t.same(check(t, { [`${orders}/modules/carts/planted.ts`]: impure.join('\n') }), [], 'outside of the domain it is allowed')
  t.ok(check(t, { 'packages/money/src/planted.ts': impure[0] ?? '' }).length > 0, 'the money package is pure too')
})

t.test('given imports of the local servers, when the layout is checked, then those of production are problems', async (t) => {
  const text = "import { freePort } from '@open-oms/local-servers/free-port'\n"
  const problems = check(t, {
    [`${orders}/app.ts`]: text,
    [`${orders}/app.test.ts`]: text,
    'packages/service-kit/src/http/planted.ts': `\n${text.replace('import', 'export')}`,
    'packages/service-kit/src/testing/test-database.ts': text,
    'tools/start.ts': text,
    'packages/service-kit/package.json': JSON.stringify({ dependencies: { '@open-oms/local-servers': 'workspace:*' } }),
    'services/gateway/package.json': JSON.stringify({ devDependencies: { '@open-oms/local-servers': 'workspace:*' } }),
    'tools/package.json': JSON.stringify({ dependencies: { '@open-oms/local-servers': 'workspace:*' } }),
  })
  t.same(problems.map((problem) => problem.split(' ')[0]).sort(), [
    'packages/service-kit/package.json:1',
    'packages/service-kit/src/http/planted.ts:2',
    `${orders}/app.ts:1`,
  ])
})

t.test('given a statement that is not declared, when the layout is checked, then it is a problem', async (t) => {
  const text = "export const day = { name: 'day', text: 'select 1' }\n"
  const problems = check(t, {
    'services/accounting-read/src/modules/postings/planted-store.ts': text,
    'packages/service-kit/src/events/planted.ts': text,
  })
  t.same(problems, [
    'packages/service-kit/src/events/planted.ts:1 a statement is declared with statement(), or names its row.',
    'services/accounting-read/src/modules/postings/planted-store.ts:1 a statement is declared with statement(), or names its row.',
  ])
})

t.test('given marks and idle tests, when the layout is checked, then they are problems', async (t) => {
  const mark = `// ${'TO' + 'DO'} later\n`
  const sound = "t.test('given a, when b, then c', async () => 1)\n"
  const idle = sound.replace(', async', ', { skip: true }, async')
  const problems = check(t, {
    'tools/marked.ts': `const a = 1\n${mark}`,
    'packages/console/src/marked.tsx': `export const a = <p>{/* ${mark.trim()} */}</p>\n`,
    'tools/idle.test.ts': `${idle}t.skip('b')\nt.only('c')\n${sound}`,
  })
  t.same(
    problems.map((problem) => problem.split(' ')[0]),
    [
      'packages/console/src/marked.tsx:1',
      'tools/idle.test.ts:1',
      'tools/idle.test.ts:2',
      'tools/idle.test.ts:3',
      'tools/marked.ts:2',
    ],
  )
})

t.test('given a test whose title states nothing, when the layout is checked, then it is a problem', async (t) => {
  const problems = check(t, { 'tools/shapeless.test.ts': "t.test('sums', async () => 1)\n" })
  t.same(problems, ['tools/shapeless.test.ts:1 a title of a test states the behaviour, or says given …, when …, then ….'])
})

t.test('given patterns that fit every list or object, when the layout is checked, then they are problems', async (t) => {
  const loose = [
    't.match(body, [])',
    't.has(body, { errors: [] })',
    "t.notMatch(body, [{}, { order: { tags: [] } }], 'title')",
    't.match(body, { counts: {} })',
    't.match(body, isSent ? [1] : [])',
  ]
  const sound = [
    't.match(body, [{}, { a: [{}], b: { length: 0 } }])',
    't.match([], { length: 0 })',
    't.same(body, { a: [], b: {} })',
  ]
  const text = [...loose, ...sound].join('\n')
  const problems = check(t, { 'tools/loose.test.ts': text, 'tools/loose.ts': text })
  t.same(
    problems.map((problem) => problem.split(' ')[0]),
    loose.map((_, index) => `tools/loose.test.ts:${index + 1}`),
  )
})

t.test('given dependencies without one exact version, when the layout is checked, then they are problems', async (t) => {
  const manifest = (dependencies: Record<string, string>) => JSON.stringify({ dependencies })
  const problems = check(t, {
    'package.json': manifest({ one: '1.0.0', own: 'workspace:*', fastify: 'catalog:' }),
    'tools/package.json': manifest({ one: '1.0.1', two: '^2.0.0', three: '*' }),
  })
  t.same(problems, [
    'tools/package.json:1 one is 1.0.1 here and 1.0.0 in package.json.',
    'tools/package.json:1 two must have an exact version; it is "^2.0.0".',
    'tools/package.json:1 three must have an exact version; it is "*".',
  ])
})

t.test('given prose wider than 100 columns, when the layout is checked, then it is a problem', async (t) => {
  const wide = 'word '.repeat(21).trim()
  const problems = check(t, {
    'tools/wide.ts': `/** ${wide} */\nconst a = 1\n`,
    'packages/console/src/wide.tsx': `// ${wide}\nconst a = <p>${wide}</p>\n`,
    'README.md': `# ${wide}\n\n${wide}\n\n- ${wide}\n\n| ${wide} |\n\n\`\`\`\n${wide}\n\`\`\`\n`,
    'prisma/wide.prisma': `/// ${wide}\n`,
    'deploy/wide.yaml': `a: 1\n# ${wide}\nb: ${wide}\n`,
    'deploy/wide.sh': `# ${wide}\n`,
  })
  t.same(problems.map((problem) => problem.split(' ')[0]).sort(), [
    'README.md:3',
    'README.md:5',
    'deploy/wide.sh:1',
    'deploy/wide.yaml:2',
    'packages/console/src/wide.tsx:1',
    'prisma/wide.prisma:1',
    'tools/wide.ts:1',
  ])
})
