import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { person, signedIn } from '../../testing/people.ts'
import { type TestGatewayOptions, testGateway } from '../../testing/test-gateway.ts'
import { createEndedSessions } from './ended-sessions.ts'
import { openFileMarks } from './file-marks.ts'
import { openMarks } from './open-marks.ts'
import { createMemoryMarks, type SessionMarks } from './session-marks.ts'
import { createUserRegistry } from './user-registry.ts'

const LIFETIME_MS = 12 * 3_600_000
const START = Date.parse('2026-03-02T08:00:00Z')

const session = (id: string, signedInAt = START) => ({ id, identity: 'kari@example.com', signedInAt, provider: null })

/** A folder, and what is ended by the file in it each time that a process opens it. */
function testDataFolder(t: Test) {
  const folder = join(t.testdir(), 'data')
  const clock = { now: START }
  const open = async () => createEndedSessions(await openFileMarks(folder, { lifetimeMs: LIFETIME_MS, now: () => clock.now }))
  return { folder, file: join(folder, 'ended-sessions'), clock, open }
}

t.test('given sessions that are signed out, when the gateway starts again, then they stay so and others go on', async (t) => {
  const folder = t.testdir()
  const users = createUserRegistry([person('kari@example.com'), person('ola@example.com')])
  const limits = { idleMs: 3_600_000, lifetimeMs: LIFETIME_MS }
  const signing: TestGatewayOptions = {}
  const start = async (marks: SessionMarks) => {
    const gateway = await testGateway(t, { ...signing, sessions: { users, limits, ended: createEndedSessions(marks) } })
    // The key of the moment that the first has made is that of all that follow, as one from a file
    // would be.
    signing.keyRing ??= () => gateway.keyRing
    const sessionStatus = async (cookie: string) =>
      (await gateway.app.inject({ url: '/session', headers: { cookie } })).statusCode
    const signOut = async (headers: Record<string, string>, query = '') =>
      (await gateway.app.inject({ method: 'DELETE', url: `/session${query}`, headers })).statusCode
    return { ...gateway, stateOf: sessionStatus, signOut }
  }
  const first = await start(await openFileMarks(folder, { lifetimeMs: LIFETIME_MS }))
  const [hers, stays] = [await signedIn(first.app, 'kari@example.com'), await signedIn(first.app, 'kari@example.com')]
  const his = await signedIn(first.app, 'ola@example.com')
  t.equal(await first.signOut(hers.headers), 204)
  t.equal(await first.signOut(his.headers, '?everywhere=true'), 204)
  await first.app.close()

  const second = await start(await openFileMarks(folder, { lifetimeMs: LIFETIME_MS }))
  t.equal(await second.stateOf(hers.cookie), 401, 'a copy of the cookie of the session that was signed out')
  t.equal(await second.stateOf(his.cookie), 401, 'all of a person')
  t.equal(await second.stateOf(stays.cookie), 200, 'who works continues')

  const third = await start(createMemoryMarks({ lifetimeMs: LIFETIME_MS }))
  for (const cookie of [hers.cookie, his.cookie, stays.cookie])
    t.equal(await third.stateOf(cookie), 401, 'without a folder all sessions end with the process')
  const again = await signedIn(third.app, 'kari@example.com')
  t.equal(await third.stateOf(again.cookie), 200)
})

t.test(
  'given a file of ended sessions, when it is opened again, then marks are kept until the sessions would be over',
  async (t) => {
    const { file, clock, open } = testDataFolder(t)
    const first = await open()
    await first.end(session('a'))
    await first.endAll('ola@example.com', clock.now)
    await first.endByProvider({ sid: 's', subject: 'k', message: 'm' }, clock.now)
    t.equal(statSync(file).mode & 0o077, 0, 'the file is for its owner alone')
    clock.now += LIFETIME_MS
    const second = await open()
    t.equal(await second.isEnded(session('a')), true)
    t.equal(await second.endByProvider({ sid: 's', subject: 'k', message: 'm' }, clock.now), false, 'a message counts once')
    t.equal(readFileSync(file, 'utf8').split('\n').length, 7)
    clock.now += 1
    await open()
    t.same(readFileSync(file, 'utf8'), `{"since":${START}}\n`, 'obsolete marks are deleted')
  },
)

t.test('given a missing or damaged file, when it is opened, then earlier sessions are invalid', async (t) => {
  const { file, clock, open } = testDataFolder(t)
  await open()
  const whole = readFileSync(file, 'utf8')
  for (const damaged of ['', 'nonsense\n', '{}\n', '["ended:a",1]\n', `${whole}["ended:a"]\n`, `${whole}x\n`, 'null\n']) {
    writeFileSync(file, damaged)
    clock.now += 1_000
    const ended = await open()
    t.equal(await ended.isEnded(session('b', clock.now - 1)), true, JSON.stringify(damaged))
    t.equal(await ended.isEnded(session('b', clock.now)), false, JSON.stringify(damaged))
  }
})

t.test('given a process that ended while it wrote, when the file is opened, then what was confirmed counts', async (t) => {
  const { file, open } = testDataFolder(t)
  await (await open()).end(session('a'))
  writeFileSync(file, '["ended:b",17', { flag: 'a' })
  const ended = await open()
  t.equal(await ended.isEnded(session('a')), true)
  t.equal(await ended.isEnded(session('c')), false)
  await ended.end(session('c'))
  t.equal(await (await open()).isEnded(session('c')), true, 'the next line is one of its own')
})

t.test('given a file that cannot be written, when a session is to end or a process starts, then that is said', async (t) => {
  const { file, open } = testDataFolder(t)
  const ended = await open()
  rmSync(file)
  // A folder in its place: a test that root runs could write everything else.
  mkdirSync(file)
  await t.rejects(ended.end(session('a')), { code: 'Unavailable' })
  t.equal(await ended.isEnded(session('a')), false, 'a refused end is none')
  await t.rejects(open(), { message: /^OMS_DATA_DIR: the ended sessions cannot be kept in .*data \(EISDIR\)\.$/ })
})

t.test('given a file of an earlier run, when Redis keeps the ended sessions, then the file is deleted', async (t) => {
  const { folder, file, open } = testDataFolder(t)
  await open()
  const log = { warn: () => undefined, info: () => undefined }
  const { marks, close } = await openMarks({ REDIS_URL: 'redis://127.0.0.1:1', OMS_DATA_DIR: folder }, LIFETIME_MS, log)
  t.teardown(close)
  t.equal(marks.since, 0)
  t.throws(() => statSync(file), { code: 'ENOENT' })
})
