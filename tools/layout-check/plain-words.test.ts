import t from 'tap'
import { findDatedWords } from './plain-words.ts'

t.test('given words that the field does not use, when a text is checked, then each line names the plain word', async (t) => {
  const dated = `It is kept for${' ever'}.\n\nSome${'body'} reads it an${'ew'}.\nAnyone.`
  t.match(findDatedWords('planted.md', dated), [
    { path: 'planted.md', line: 1, message: /"forever"/ },
    { path: 'planted.md', line: 3, message: /"someone"/ },
  ])
  t.match(findDatedWords('planted.md', `It waits in${' vain'}.`), [{ line: 1, message: /"without success"/ }])
  t.same(findDatedWords('planted.md', 'Someone renewed it, forever and again. needsSome' + 'body'), [])
})
