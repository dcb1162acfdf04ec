import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { md4 } from 'hash-wasm'
import t from 'tap'
import { openBreachedPasswords } from './breached-passwords.ts'

const sha1 = async (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase()
const ntlm = async (text: string) => (await md4(Buffer.from(text, 'utf16le'))).toUpperCase()
const known = Array.from({ length: 5_000 }, (_, index) => `published password ${index}`)

t.test(
  'given a file of hashes in their order, when passwords are looked up, then each of them is found and no other',
  async (t) => {
    t.equal(await ntlm('password'), '8846F7EAEE8FB117AD06BDD830B7586C', 'the hash of Windows')
    for (const hash of [sha1, ntlm]) {
      const hashed = (await Promise.all(known.map(hash))).sort()
      for (const end of ['\n', '\r\n']) {
        const folder = t.testdir({ list: hashed.map((line, index) => `${line}:${index + 1}`).join(end) })
        const isBreached = await openBreachedPasswords(join(folder, 'list'))
        const found = await Promise.all(known.map(isBreached))
        t.notOk(found.includes(false), 'all of them, the first and the last too')
        t.same(await Promise.all(['', 'another one', 'published password 5000'].map(isBreached)), [false, false, false])
      }
    }
  },
)

t.test('given a folder by the first five digits, or words, when passwords are looked up, then they are found', async (t) => {
  const [one, other] = [await sha1('correct horse'), await ntlm('battery staple')]
  const folder = t.testdir({
    ranges: {
      [`${one.slice(0, 5)}.txt`]: `${'0'.repeat(35)}:3\r\n${one.slice(5)}:17\r\n`,
      [other.slice(0, 5)]: `${other.slice(5)}:1`,
    },
    words: 'Correct Horse\nbattery staple\n',
  })
  for (const name of ['ranges', 'words']) {
    const isBreached = await openBreachedPasswords(join(folder, name))
    t.same(await Promise.all(['correct horse', 'battery staple', 'horse'].map(isBreached)), [true, true, false], name)
  }
  t.equal(await (await openBreachedPasswords(undefined))('password'), false)
  await t.rejects(openBreachedPasswords(join(folder, 'none')), { message: /BREACHED_PASSWORDS.*ENOENT/ })
})
