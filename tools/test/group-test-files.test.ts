import t from 'tap'
import { findTestFiles } from './find-test-files.ts'
import { groupTestFiles } from './group-test-files.ts'

t.test('given test files, when they are grouped, then at most 192 share a process, those with their own are first', async (t) => {
  const names = Array.from({ length: 388 }, (_, index) => `${String(index).padStart(3, '0')}.test.ts`)
  const root = t.testdir({
    ...Object.fromEntries(names.map((name) => [name, ''])),
    '007.test.ts': "// Own process: it measures memory.\nimport t from 'tap'\n",
  })
  const [first, ...others] = groupTestFiles(root, findTestFiles(root, '.', { isLong: false }))
  t.same(first, ['007.test.ts'])
  t.same(
    others.map(({ length }) => length),
    [192, 192, 3],
  )
  t.same(others.at(-1), ['385.test.ts', '386.test.ts', '387.test.ts'])
})

t.test(
  'given few test files, when they are grouped, then they fill two processes, or one that is worth its loading',
  async (t) => {
    const sizes = (count: number) => {
      const root = t.testdir(Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.test.ts`, ''])))
      return groupTestFiles(root, findTestFiles(root, '.', { isLong: false })).map(({ length }) => length)
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
  t.same(groupTestFiles(root, findTestFiles(root, '.', { isLong: false })), [
    ['a.test.ts', 'c.test.ts'],
    ['d.test.ts'],
    ['b.test.ts'],
  ])
})
