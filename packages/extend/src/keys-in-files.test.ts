import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { keysInFiles } from './keys-in-files.ts'

t.test('given answers that were kept, when another process looks, then it finds them whole', async (t) => {
  const folder = t.testdir()
  const keys = keysInFiles(folder)
  t.equal(await keys.get('capture/O-1/../../å'), null)
  await Promise.all([keys.set('capture/O-1/../../å', '{"a":1}'), keys.set('other', '{"a":2}')])
  await keys.set('other', '{"a":3}')
  t.equal(await keysInFiles(folder).get('capture/O-1/../../å'), '{"a":1}')
  t.equal(await keysInFiles(folder).get('other'), '{"a":3}')
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.includes('.json'))
  t.equal(files.length, 2, join('nothing is left over in ', folder))
})
