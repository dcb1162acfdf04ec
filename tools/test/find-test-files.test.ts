import { join } from 'node:path'
import t from 'tap'
import { findTestFiles } from './find-test-files.ts'

t.test('given test files, when they are searched by a part of their path, then those of dependencies are left out', async (t) => {
  const root = t.testdir({
    packages: { money: { src: { 'a.test.ts': '', 'a.ts': '' }, node_modules: { x: { 'b.test.ts': '' } } } },
    e2e: { 'story.test.ts': '', 'backup.long.test.ts': '' },
  })
  t.same(findTestFiles(root, '{packages,e2e}', { isLong: false }), ['e2e/story.test.ts', 'packages/money/src/a.test.ts'])
  t.same(findTestFiles(root, 'packages/money', { isLong: false }), ['packages/money/src/a.test.ts'])
  t.same(findTestFiles(root, '{packages,e2e}', { filters: ['./e2e'], isLong: false }), ['e2e/story.test.ts'])
  t.same(findTestFiles(root, 'packages', { filters: ['nothing'], isLong: false }), [])
})

t.test('given a long test, when tests are searched, then it is in the long run or named by its whole path', async (t) => {
  const root = t.testdir({ e2e: { 'story.test.ts': '', 'backup.long.test.ts': '' } })
  t.same(findTestFiles(root, 'e2e', { isLong: false }), ['e2e/story.test.ts'])
  t.same(findTestFiles(root, 'e2e', { isLong: true }), ['e2e/backup.long.test.ts', 'e2e/story.test.ts'])
  t.same(findTestFiles(root, 'e2e', { isLong: false, filters: ['e2e/backup.long.test.ts'] }), ['e2e/backup.long.test.ts'])
})

t.test('given the project, when its test files are searched, then this one is found', async (t) => {
  const root = join(import.meta.dirname, '..', '..')
  t.ok(findTestFiles(root, 'tools', { isLong: false }).includes('tools/test/find-test-files.test.ts'))
})
