import { setTimeout as wait } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { type RedisServer, startRedis, startRedisStandIn } from '../../testing/redis-servers.ts'
import { createEndedSessions } from './ended-sessions.ts'
import { createRedisMarks } from './redis-marks.ts'
import { createMemoryMarks } from './session-marks.ts'

const LIFETIME_MS = 3_600_000
const BEGUN = Date.now()
const session = (id: string, identity = 'kari@example.com') => ({ id, identity, signedInAt: BEGUN, provider: null })

/** Knows the two commands that ended sessions need, and that each value is given an end. */
function standIn(): Promise<RedisServer> {
  const values = new Map<string, string>()
  const text = (value: string | undefined) => (value === undefined ? '$-1\r\n' : `$${Buffer.byteLength(value)}\r\n${value}\r\n`)
  return startRedisStandIn(([name = '', ...args]) => {
    switch (name.toUpperCase()) {
      case 'SET':
        if (args[2] !== 'PX' || args[3] !== String(LIFETIME_MS)) return '-ERR it would be kept forever\r\n'
        values.set(String(args[0]), String(args[1]))
        return '+OK\r\n'
      case 'MGET':
        return `*${args.length}\r\n${args.map((key) => text(values.get(key))).join('')}`
      case 'INFO':
        return text('loading:0')
      default:
        return '+OK\r\n'
    }
  })
}

/** What one gateway knows of ended sessions, once its Redis is reached. */
async function gateway(t: Test, { url }: RedisServer) {
  const warnings: string[] = []
  const log = { warn: (_details: object, message: string) => void warnings.push(message), info: () => undefined }
  const own = createMemoryMarks({ lifetimeMs: LIFETIME_MS })
  const marks = createRedisMarks({ url, lifetimeMs: LIFETIME_MS, own, log, responseWithinMs: 240_000 })
  t.teardown(() => marks.close())
  const ended = createEndedSessions(marks)
  while (
    !(await ended.end(session('probe')).then(
      () => true,
      () => false,
    ))
  )
    await wait(10)
  warnings.length = 0
  return { ended, warnings }
}

t.test('given gateways that share a Redis, when sessions are ended at one, then all know it', async (t) => {
  for (const server of [await standIn(), await startRedis()]) {
    if (server === null) continue
    await t.test(
      `given two gateways on ${server.name}, when a session or all of a person end, then both refuse them`,
      async (t) => {
        const [first, second] = [await gateway(t, server), await gateway(t, server)]
        await first.ended.end(session('a'))
        t.equal(await second.ended.isEnded(session('a')), true)
        t.equal(await second.ended.isEnded(session('b')), false)
        await second.ended.endAll('kari@example.com', BEGUN)
        t.equal(await first.ended.isEnded(session('b')), true)
        t.equal(await first.ended.isEnded({ ...session('c'), signedInAt: BEGUN + 1 }), false, 'one that began later')
        t.equal(await first.ended.isEnded(session('d', 'ola@example.com')), false, 'one of someone else')
        const logout = { sid: 's', subject: 'o', message: `${server.name} m` }
        t.equal(await first.ended.endByProvider(logout, BEGUN), true)
        t.equal(await second.ended.endByProvider(logout, BEGUN), false, 'a message counts once, wherever it comes')
        const provider = { sid: 's', subject: 'o' }
        t.equal(await second.ended.isEnded({ ...session('d', 'ola@example.com'), provider }), true, 'one that a provider ended')
      },
    )
    await t.test(
      `given ${server.name}, when it is unreachable, then signing out is 503 and what was ended here stays so`,
      async (t) => {
        const { ended, warnings } = await gateway(t, server)
        await ended.end(session('here'))
        await server.stop()
        t.equal(await ended.isEnded(session('here')), true)
        t.equal(await ended.isEnded(session('b')), false, 'sessions go on')
        await t.rejects(ended.end(session('b')), { code: 'Unavailable' })
        await t.rejects(ended.endAll('kari@example.com', BEGUN), { code: 'Unavailable' })
        await t.rejects(ended.endByProvider({ sid: 's', subject: null, message: 'm' }, BEGUN), { code: 'Unavailable' })
        t.equal(await ended.isEnded(session('b')), false, 'a refused end is none')
        t.strictSame(warnings, ['Redis does not respond; sessions that other instances have ended are not known.'])
      },
    )
  }
})
