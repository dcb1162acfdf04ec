import { existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import t from 'tap'
import { postgresAccount, reachableData, reachablePrograms } from './postgres-account.ts'

/** A folder that only its owner may enter, as /root is, with a data folder in it. */
function closedFolder(test: Pick<typeof t, 'teardown'>) {
  const closed = mkdtempSync(join(tmpdir(), 'oms-closed-'))
  test.teardown(() => rmSync(closed, { recursive: true, force: true }))
  const data = join(closed, 'data')
  mkdirSync(data)
  return { closed, data, postgres: join(data, 'postgres') }
}

const another = { uid: 65_534, gid: 65_534 }

t.test('given no other account, when the server starts, then its data are in the requested folder', async (t) => {
  const { data, postgres } = closedFolder(t)
  t.equal(reachableData(postgres, null), postgres)
  t.equal(statSync(postgres).mode & 0o777, 0o700)
  t.equal(reachablePrograms(data, '1.0.0', null), data)
})

if (userInfo().uid === 0) {
  t.test('given the user root, when the account of PostgreSQL is asked for, then it is another account', async (t) => {
    t.match(postgresAccount(), { uid: Number, gid: Number })
    t.not(postgresAccount()?.uid, 0)
  })

  t.test('given a closed data folder, when it is opened for the account, then it can be passed but not listed', async (t) => {
    const { closed } = closedFolder(t)
    t.equal(reachableData(join(closed, 'postgres'), another), join(closed, 'postgres'))
    t.equal(statSync(closed).mode & 0o777, 0o711)
    t.equal(statSync(join(closed, 'postgres')).uid, another.uid)
  })

  t.test('given programs out of reach, when they are copied for the account, then it can read them', async (t) => {
    const { data } = closedFolder(t)
    writeFileSync(join(data, 'postgres'), '', { mode: 0o700 })
    const umask = process.umask(0o077)
    t.teardown(() => process.umask(umask))
    const copy = reachablePrograms(data, `test-${process.pid}`, another)
    t.teardown(() => rmSync(copy, { recursive: true, force: true }))
    t.not(copy, data)
    for (const path of [join(copy, 'postgres'), copy, dirname(copy)]) t.equal(statSync(path).mode & 0o555, 0o555, path)
    t.equal(reachablePrograms(data, `test-${process.pid}`, another), copy, 'made once')
  })

  t.test('given data out of reach, when they are kept elsewhere, then they last as long as the data folder', async (t) => {
    const { data, postgres } = closedFolder(t)
    const real = reachableData(postgres, another)
    t.teardown(() => rmSync(real, { recursive: true, force: true }))
    t.ok(lstatSync(postgres).isSymbolicLink())
    t.not(real, postgres)
    t.equal(reachableData(postgres, another), real, 'the next start finds them')
    rmSync(data, { recursive: true })
    const fresh = reachableData(postgres, another)
    t.teardown(() => rmSync(fresh, { recursive: true, force: true }))
    t.not(fresh, real, 'an emptied data folder is an empty one')
    rmSync(fresh, { recursive: true })
    const again = reachableData(postgres, another)
    t.teardown(() => rmSync(again, { recursive: true, force: true }))
    t.ok(existsSync(again), 'a link that leads nowhere is replaced')
  })
} else {
  t.test('given no root, when an account is looked for, then none is needed', async (t) => t.equal(postgresAccount(), null))
}
