import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '@oms/system/root'
import t from 'tap'
import { pageHeadings } from '../layout-check/markdown.ts'
import { isSource, listFiles } from '../layout-check/source-file.ts'

const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
const comments = 'services/orders-workflow/src/modules/comments'
const versions = 'packages/contracts/src/orders/order-version.ts'

const [title = '', ...codes] = [...page.matchAll(/^```ts\n(.*?)^```$/gms)]
  .map(([, code = '']) => code)
  .sort((a, b) => Number(a.startsWith('//')) - Number(b.startsWith('//')))
const blocks = codes.map((code) => {
  const [, path = '', text = ''] = /^\/\/ (\S+)\n(.*)$/s.exec(code) ?? []
  return { path, text }
})
/** Files that the example would add. */
const added = [...blocks.map(({ path }) => path), `${comments}/remove-comment.test.ts`, `${comments}/comment-store.ts`]

/**
 * A file with a block added at its end; that of a route at the end of the function that registers
 * it.
 */
function withBlock({ path, text }: (typeof blocks)[number]): string {
  if (!existsSync(join(root, path))) return text
  const before = readFileSync(join(root, path), 'utf8')
  if (!path.endsWith('/routes.ts') || path.startsWith('packages/')) return `${before}\n${text}`
  const [, imports = '', statement = ''] = /^((?:import [^\n]*\n)*)(.*)$/s.exec(text) ?? []
  if (!before.endsWith('}\n')) throw new Error(`${path} does not end with its function, in which the route belongs.`)
  return `${imports}${before.slice(0, -2)}${statement}}\n`
}

/**
 * What the compiler says of the example. The changed files are in a folder of their own, over the
 * folders of the repository, which stay as they are.
 */
function compilerErrors(): string {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache', 'contributing-'))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  try {
    for (const block of blocks) write(block.path, withBlock(block))
    // What step 2 says of the operation.
    write(versions, readFileSync(join(root, versions), 'utf8').replace("'AddComment',", "'AddComment', 'RemoveComment',"))
    // Packages are found as from the folders that these are laid over.
    for (const owner of ['packages/contracts', 'services/orders-workflow'])
      symlinkSync(join(root, owner, 'node_modules'), join(folder, owner, 'node_modules'))
    const contracts = [folder, root].map((above) => join(above, 'packages/contracts/src/*.ts'))
    const compilerOptions = {
      rootDirs: [folder, root],
      typeRoots: [join(root, 'node_modules/@types')],
      paths: { '@oms/contracts/*': contracts },
    }
    const files = blocks.map(({ path }) => path)
    write('tsconfig.json', JSON.stringify({ extends: join(root, 'tsconfig.base.json'), compilerOptions, files }))
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, '--singleThreaded', '-p', folder], {
      encoding: 'utf8',
    })
    return status === 0 ? '' : stdout + stderr
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

t.test('given the example of a change, when it is carried out, then it compiles', async (t) => {
  t.equal(blocks.length, 4)
  t.match(title, /^t\.test\('given .+, when .+, then /)
  t.equal(compilerErrors(), '')
})

/** What the page writes as code, outside its blocks. */
const codeWords = [...page.replaceAll(/^```.*?^```$/gms, '').matchAll(/`([^`\s]+)`/g)].map(([, word = '']) => word)

t.test('given the files that the page names, when they are looked for, then each is there', async (t) => {
  const isFile = (word: string) => /^[\w@.-]+(\/[\w.-]+)*\/?$/.test(word) && /\/|\.(ts|json|md|txt)$/.test(word)
  const files = codeWords.filter((word) => isFile(word) && !word.startsWith('@'))
  t.ok(files.length > 15)
  const folders = ['', 'packages', 'packages/contracts/src', 'packages/contracts/src/orders', 'docs/reference/behaviour']
  const ofExample = ['packages/contracts/src/orders/routes', 'services/orders-workflow/src', comments]
  for (const file of files) {
    // A folder of a package is named without `src`.
    const names = [file, file.replace('/', '/src/')]
    const paths = [...folders, ...ofExample].flatMap((folder) => names.map((name) => join(folder, name)))
    const isThere = paths.some((path) => existsSync(join(root, path)) || added.includes(path))
    t.ok(isThere, file)
  }
})

t.test('given the headings that the page cites, when they are looked for, then each is there', async (t) => {
  for (const [citation, file = '', anchor] of page.matchAll(/([a-z-]+\.md)#([\w-]+)/g)) {
    const path = join(root, 'docs/reference/behaviour', file)
    const anchors = existsSync(path) ? pageHeadings(readFileSync(path, 'utf8')).map((heading) => heading.anchor) : []
    t.ok(anchors.includes(anchor as string), citation)
  }
})

t.test('given the functions that the page names, when they are looked for, then each is declared', async (t) => {
  const names = new Set(codeWords.flatMap((word) => /^([a-z]+[A-Z]\w*)(\(.*\))?$/.exec(word)?.[1] ?? []))
  t.ok(names.size > 5)
  const declared = new Set<string>()
  for (const path of listFiles(root).filter(isSource))
    for (const [, name = ''] of readFileSync(join(root, path), 'utf8').matchAll(/\b(?:function|const|class) (\w+)/g))
      declared.add(name)
  for (const name of names) t.ok(declared.has(name), name)
})
