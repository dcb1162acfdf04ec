import t from 'tap'
import { withoutPassword } from './migrate-databases.ts'

t.test('given an address with a password of any form, when it is shown, then nothing of the password is', async (t) => {
  t.equal(withoutPassword('postgres://me:hunter2@host:5432/name'), 'postgres://me:***@host:5432/name')
  t.equal(withoutPassword('postgres://host/name?user=me&password=hunter2'), 'postgres://host/name')
  for (const mark of ['/', '?', '#', '@', ':', ' ', '%', '\\'])
    for (const start of ['', 'x', '12']) t.notMatch(withoutPassword(`postgres://me:${start}${mark}hunter2@host/name`), 'hunter')
})
