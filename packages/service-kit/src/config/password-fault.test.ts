import t from 'tap'
import { passwordFault } from './password-fault.ts'

t.test('given a new password, when it is common, predictable or the name, then it is refused', async (t) => {
  const guessed = [
    'password1234',
    'iloveyou1234',
    '123456789012',
    'qwertyuiop12',
    'aaaaaaaaaaaaaa',
    'demo-password',
    'Kari12345678',
  ]
  for (const password of [...guessed, 'kari@example.com', 'example.com!1'])
    t.match(await passwordFault(password, 'kari@example.com'), /easily guessed/, password)
  t.equal(await passwordFault('short', 'kari'), 'A password has at least 12 characters.')
  t.equal(await passwordFault('x'.repeat(1_025), 'kari'), 'A password has at most 1024 characters.')
})

t.test('given a new password that nobody guesses, when it is looked at, then it can be used', async (t) => {
  for (const password of ['correct horse battery', 'x7Hq-kdPw92z', 'trofast-hest-8', 'sommerfugl på fjellet'])
    t.equal(await passwordFault(password, 'kari@example.com'), null, password)
})
