import t from 'tap'
import { findTestFiles } from './find-test-files.ts'

t.test('given long tests, when files are looked for, then they belong to long runs, and to those that name one', async (t) => {
  const root = t.testdir({
    area: {
      'quick.test.ts': '',
      'slow.long.test.ts': '',
      'slow.ts': '',
      dist: { 'built.test.ts': '' },
    },
  })
  const slow = 'area/slow.long.test.ts'
  t.same(findTestFiles(root, 'area', { isLong: false }), ['area/quick.test.ts'])
  t.same(findTestFiles(root, 'area', { isLong: true }), ['area/quick.test.ts', slow])
  t.same(findTestFiles(root, 'area', { isLong: true, filters: ['area/slow'] }), [slow])
  t.same(findTestFiles(root, 'area', { isLong: false, filters: ['area/slow'] }), [])
  t.same(findTestFiles(root, 'area', { isLong: false, filters: [`./${slow}`] }), [slow])
})
