import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@open-oms/system/root'
import t from 'tap'
import { pageHeadings } from '../layout-check/dead-references.ts'
import { isSource, listFiles } from '../layout-check/source-file.ts'
import { applyCodeBlocks, readCodeBlocks } from './code-examples.ts'

const pages = ['CONTRIBUTING.md', 'docs/how-to/extend-the-code.md'].map((path) => readFileSync(join(root, path), 'utf8'))
const textOf = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null)
const changed = applyCodeBlocks(pages.flatMap(readCodeBlocks), textOf)

/** Those that need no database. */
const tests = [...changed].flatMap(([path, text]) => (path.endsWith('.test.ts') && !text.includes('testOrders(') ? [path] : []))

t.test(
  'given the how-to, when its examples are counted, then each of the five has code, and three have tests that run',
  async (t) => {
    t.equal(tests.length, 4)
    const sections = (pages[1] ?? '').split(/^## /m).slice(1)
    t.equal(sections.length, 5)
    for (const section of sections) t.ok(readCodeBlocks(section).length >= 3, section.slice(0, section.indexOf('\n')))
  },
)

/** What the pages write as code, outside their blocks. */
const codeWords = pages.flatMap((page) =>
  [...page.replaceAll(/^```.*?^```$/gms, '').matchAll(/`([^`\s]+)`/g)].map(([, word = '']) => word),
)
const textWithExamples = (path: string) => changed.get(path) ?? textOf(path)

t.test('given the files that the pages name, when they are looked for, then each is there', async (t) => {
  const isFile = (word: string) => /^[\w@.-]+(\/[\w.-]+)*\/?$/.test(word) && /\/|\.(tsx?|json|md|txt)$/.test(word)
  const files = codeWords.filter((word) => isFile(word) && !word.startsWith('@'))
  t.ok(files.length > 30)
  const source = 'services/orders-workflow/src'
  const folders = ['', 'packages', 'packages/contracts/src', 'packages/contracts/src/orders', 'docs/reference/behaviour', source]
  const ofExamples = ['modules/comments', 'modules/workflow/steps'].map((folder) => `${source}/${folder}`)
  const ofConsole = ['packages/console/src', 'e2e']
  for (const file of files) {
    // A folder of a package is named without `src`.
    const names = [file, file.replace('/', '/src/')]
    const paths = [...folders, ...ofExamples, ...ofConsole].flatMap((folder) => names.map((name) => join(folder, name)))
    t.ok(
      paths.some((path) => existsSync(join(root, path)) || changed.has(path)),
      file,
    )
  }
})

t.test('given the headings that the pages cite, when they are looked for, then each is there', async (t) => {
  for (const [citation, file = '', anchor = ''] of pages.join('').matchAll(/(?<=\()([a-z-]+\.md)#([\w-]+)/g)) {
    const page = textWithExamples(join('docs/reference/behaviour', file)) ?? ''
    t.ok(
      pageHeadings(page).some((heading) => heading.anchor === anchor),
      citation,
    )
  }
})

t.test('given the functions that the pages name, when they are looked for, then each is declared', async (t) => {
  const names = new Set(codeWords.flatMap((word) => /^([a-z]+[A-Z]\w*)(\(.*\))?$/.exec(word)?.[1] ?? []))
  t.ok(names.size > 10)
  const declared = new Set<string>()
  for (const path of new Set([...listFiles(root).filter(isSource), ...changed.keys()]))
    for (const [, name = ''] of (textWithExamples(path) ?? '').matchAll(/(?:\b(?:function|const|class) |^ +)(\w+)/gm))
      declared.add(name)
  for (const name of names) t.ok(declared.has(name), name)
})

t.test('given a page whose block does not fit its file, when it is applied, then it is refused', async (t) => {
  const files: Record<string, string> = { 'a.ts': 'one\ntwo\ntwo\n' }
  const applied = (...lines: readonly string[]) =>
    applyCodeBlocks(readCodeBlocks(['```diff', '+++ a.ts', '@@', ...lines, '```', ''].join('\n')), (path) => files[path] ?? null)
  t.same([...applied(' one', '+half')], [['a.ts', 'one\nhalf\ntwo\ntwo\n']])
  t.same([...applied('-one', '+1', '@@', ' two', ' two', '+three')], [['a.ts', '1\ntwo\ntwo\nthree\n']])
  t.throws(() => applied(' two', '+three'), /a\.ts has 2 times/)
  t.throws(() => applied(' three', '+four'), /a\.ts has 0 times/)
  t.throws(() => applied('+four'), /a\.ts has/, 'it says nowhere where')
  const existing = readCodeBlocks('```ts\n// a.ts\nfour\n```\n')
  t.throws(() => applyCodeBlocks(existing, (path) => files[path] ?? null), /a\.ts exists already/)
  t.same([...applyCodeBlocks(existing, () => null)], [['a.ts', 'four\n']])
})
