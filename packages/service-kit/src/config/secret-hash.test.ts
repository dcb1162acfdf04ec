import t from 'tap'
import { hashSecret, matchesSecretHash } from './secret-hash.ts'

t.test('given the hash of a secret, when secrets are compared with it, then only its own fits', async (t) => {
  const hash = await hashSecret('demo-secret')
  t.match(hash, /^scrypt\$16384\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
  t.equal(await matchesSecretHash('demo-secret', hash), true)
  t.equal(await matchesSecretHash('demo-secret ', hash), false)
  t.equal(await matchesSecretHash('', hash), false)
})

t.test('given one secret, when it is hashed twice, then the hashes differ', async (t) => {
  t.not(await hashSecret('demo-secret'), await hashSecret('demo-secret'))
})

t.test('given a secret with composed letters, when it is sent decomposed, then it is the same secret', async (t) => {
  t.equal(await matchesSecretHash('å-secret', await hashSecret('å-secret')), true)
})

t.test('given a text that is not a hash, when a secret is compared with it, then it is refused', async (t) => {
  await t.rejects(matchesSecretHash('demo-secret', 'demo-secret'), /scrypt\$N\$r\$p\$salt\$hash/)
})
