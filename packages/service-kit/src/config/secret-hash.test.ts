import t from 'tap'
import { hashSecret, isSecretOf } from './secret-hash.ts'

t.test('a hash recognises its own secret and no other', async (t) => {
  const hash = await hashSecret('demo-secret')
  t.match(hash, /^scrypt\$16384\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
  t.equal(await isSecretOf('demo-secret', hash), true)
  t.equal(await isSecretOf('demo-secret ', hash), false)
  t.equal(await isSecretOf('', hash), false)
})

t.test('two hashes of one secret differ, so that equal secrets cannot be seen', async (t) => {
  t.not(await hashSecret('demo-secret'), await hashSecret('demo-secret'))
})

t.test('composed and decomposed letters are the same secret', async (t) => {
  t.equal(await isSecretOf('å-secret', await hashSecret('å-secret')), true)
})

t.test('a text that is no hash is refused rather than never matching', async (t) => {
  await t.rejects(isSecretOf('demo-secret', 'demo-secret'), /scrypt\$N\$r\$p\$salt\$hash/)
})
