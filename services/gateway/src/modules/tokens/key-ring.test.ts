import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createEphemeralKeyRing, loadSigningKeys } from './create-issuer.ts'
import { createKeyRing } from './key-ring.ts'

function pem(kind: 'ed25519' | 'P-256' | 'P-384'): string {
  const { privateKey } = kind === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: kind })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

t.test('given several keys, when the ring is made, then the first signs and all public parts are published', async (t) => {
  const ring = await createKeyRing([pem('ed25519'), pem('P-256')])
  t.equal(ring.signing.algorithm, 'EdDSA')
  t.strictSame(
    ring.published.map((key) => key.alg),
    ['EdDSA', 'ES256'],
  )
  t.equal(ring.published[0]?.kid, ring.signing.kid)
  for (const key of ring.published) t.notOk('d' in key)
})

t.test('given a key in any notation, when the ring is made, then it has the same id', async (t) => {
  const jwk = {
    kty: 'OKP',
    crv: 'Ed25519',
    x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
    d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
  }
  // The thumbprint of this key is given in RFC 8037, appendix A.3.
  t.equal((await createKeyRing([JSON.stringify(jwk)])).signing.kid, 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k')
})

t.test('given another curve, no private key, a duplicate or nothing, when the ring is made, then it is refused', async (t) => {
  const key = pem('ed25519')
  await t.rejects(createKeyRing([pem('P-384')]), { message: /Ed25519 or a P-256/ })
  await t.rejects(createKeyRing(['not a key']), { message: /neither/ })
  await t.rejects(createKeyRing([key, key]), { message: /given twice/ })
  await t.rejects(createKeyRing([]), { message: /no key/ })
})

t.test('given keys in files, folders or the variable, when they are loaded, then all are read', async (t) => {
  const folder = t.testdir()
  mkdirSync(join(folder, 'keys'))
  const [first, second, alone] = [pem('ed25519'), pem('ed25519'), pem('P-256')]
  writeFileSync(join(folder, 'keys', '1-new.pem'), first)
  writeFileSync(join(folder, 'keys', '2-old.pem'), second)
  writeFileSync(join(folder, 'keys', 'README'), 'no key')
  writeFileSync(join(folder, 'alone.pem'), alone)
  const kids = await Promise.all([first, second, alone].map(async (text) => (await createKeyRing([text])).signing.kid))
  const read = async (setting: string) => (await loadSigningKeys(setting)).published.map((key) => key.kid)
  t.strictSame(await read(join(folder, 'keys')), [kids[0], kids[1]])
  t.strictSame(await read(`${join(folder, 'alone.pem')}, ${join(folder, 'keys')}`), [kids[2], kids[0], kids[1]])
  t.strictSame(await read(second + first), [kids[1], kids[0]])
  await t.rejects(read(join(folder, 'missing.pem')), { message: /item 1 is neither a key nor .* \(ENOENT\)/ })
  await t.rejects(read(' , '), { message: 'TOKEN_SIGNING_KEYS: There is no key to sign tokens with.' })
})

t.test('given a key without the lines of its notation, when it is refused, then nothing of it is in the message', async (t) => {
  const bare = pem('ed25519').replaceAll(/-----.*-----|\n/g, '')
  const refusal = await loadSigningKeys(`/nowhere/first.pem,${bare}`).catch((error: Error) => error)
  t.match(refusal, { message: /^TOKEN_SIGNING_KEYS: item 1 / })
  const alone = await loadSigningKeys(bare).catch((error: Error) => error)
  t.match(alone, { message: /item 1 is neither a key nor/ })
  t.notOk(String((alone as Error).stack).includes(bare.slice(0, 12)))
})

t.test('given no key, when ephemeral rings are made, then each has another key', async (t) => {
  t.not((await createEphemeralKeyRing()).signing.kid, (await createEphemeralKeyRing()).signing.kid)
})
