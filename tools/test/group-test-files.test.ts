import { join } from 'node:path'
import t from 'tap'
import { findTestFiles } from './find-test-files.ts'
import { groupTestFiles } from './group-test-files.ts'

t.test('given test files, when they are searched by a part of their path, then those of dependencies are left out', async (t) => {
  const root = t.testdir({
    packages: { money: { src: { 'a.test.ts': '', 'a.ts': '' }, node_modules: { x: { 'b.test.ts': '' } } } },
    e2e: { 'story.test.ts': '', 'backup.long.test.ts': '' },
  })
  t.same(findTestFiles(root, '{packages,e2e}', { isLong: false }), ['e2e/story.test.ts', 'packages/money/src/a.test.ts'])
  t.same(findTestFiles(root, 'packages/money'), ['packages/money/src/a.test.ts'])
  t.same(findTestFiles(root, '{packages,e2e}', { filters: ['./e2e'], isLong: false }), ['e2e/story.test.ts'])
  t.same(findTestFiles(root, 'packages', { filters: ['nothing'] }), [])
})

t.test('given a long test, when tests are searched, then it is in the long run or named by its whole path', async (t) => {
  const root = t.testdir({ e2e: { 'story.test.ts': '', 'backup.long.test.ts': '' } })
  t.same(findTestFiles(root, 'e2e', { isLong: false }), ['e2e/story.test.ts'])
  t.same(findTestFiles(root, 'e2e', { isLong: true }), ['e2e/backup.long.test.ts', 'e2e/story.test.ts'])
  t.same(findTestFiles(root, 'e2e', { isLong: false, filters: ['e2e/backup.long.test.ts'] }), ['e2e/backup.long.test.ts'])
})

t.test('given test files, when they are grouped, then at most 48 share a process, those with their own are first', async (t) => {
  const names = Array.from({ length: 100 }, (_, index) => `${String(index).padStart(2, '0')}.test.ts`)
  const root = t.testdir({
    ...Object.fromEntries(names.map((name) => [name, ''])),
    '07.test.ts': "// Own process: it measures memory.\nimport t from 'tap'\n",
  })
  const [first, ...others] = groupTestFiles(root, findTestFiles(root, '.'))
  t.same(first, ['07.test.ts'])
  t.same(
    others.map(({ length }) => length),
    [48, 48, 3],
  )
  t.same(others.at(-1), ['97.test.ts', '98.test.ts', '99.test.ts'])
})

t.test(
  'given few test files, when they are grouped, then they fill two processes, or one that is worth its loading',
  async (t) => {
    const sizes = (count: number) => {
      const root = t.testdir(Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.test.ts`, ''])))
      return groupTestFiles(root, findTestFiles(root, '.')).map(({ length }) => length)
    }
    t.same(sizes(39), [20, 19])
    t.same(sizes(15), [12, 3])
    t.same(sizes(5), [5])
  },
)

t.test('given files that share a process, when they are grouped, then those that share the same are together', async (t) => {
  const root = t.testdir({
    'a.test.ts': '// Shared process: a system.\n',
    'b.test.ts': '',
    'c.test.ts': '// Shared process: a system.\n',
    'd.test.ts': '// Shared process: a server.\n',
  })
  t.same(groupTestFiles(root, findTestFiles(root, '.')), [['a.test.ts', 'c.test.ts'], ['d.test.ts'], ['b.test.ts']])
})

t.test('given the project, when its test files are searched, then this one is found', async (t) => {
  const root = join(import.meta.dirname, '..', '..')
  t.ok(findTestFiles(root, 'tools').includes('tools/test/group-test-files.test.ts'))
})
