import { setTimeout as wait } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { type RedisServer, startRedis, startRedisStandIn } from '../../testing/redis-servers.ts'
import { createMemoryEndedSessions } from './ended-sessions.ts'
import { createRedisEndedSessions } from './redis-ended-sessions.ts'

const LIFETIME_MS = 3_600_000
const BEGUN = Date.now()
const session = (id: string, userName = 'kari@example.com') => ({ id, userName, signedInAt: BEGUN })

/** Knows the two commands that ended sessions need, and that each value is given an end. */
function standIn(): Promise<RedisServer> {
  const values = new Map<string, string>()
  const text = (value: string | undefined) => (value === undefined ? '$-1\r\n' : `$${Buffer.byteLength(value)}\r\n${value}\r\n`)
  return startRedisStandIn(([name = '', ...args]) => {
    switch (name.toUpperCase()) {
      case 'SET':
        if (args[2] !== 'PX' || args[3] !== String(LIFETIME_MS)) return '-ERR it would be kept for ever\r\n'
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
  const own = createMemoryEndedSessions(LIFETIME_MS)
  const ended = createRedisEndedSessions({ url, lifetimeMs: LIFETIME_MS, own, log, responseWithinMs: 240_000 })
  t.teardown(() => ended.close())
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
        t.equal(await first.ended.isEnded(session('d', 'ola@example.com')), false, 'one of somebody else')
      },
    )
    await t.test(`given ${server.name}, when it is away, then signing out is 503 and what was ended here stays so`, async (t) => {
      const { ended, warnings } = await gateway(t, server)
      await ended.end(session('here'))
      await server.stop()
      t.equal(await ended.isEnded(session('here')), true)
      t.equal(await ended.isEnded(session('b')), false, 'sessions go on')
      await t.rejects(ended.end(session('b')), { code: 'Unavailable' })
      await t.rejects(ended.endAll('kari@example.com', BEGUN), { code: 'Unavailable' })
      t.equal(await ended.isEnded(session('b')), false, 'a refused end is none')
      t.strictSame(warnings, ['Redis does not respond; sessions that other instances have ended are not known.'])
    })
  }
})

t.test('given ended sessions in memory, when they would be over anyway, then they are forgotten', async (t) => {
  let now = BEGUN
  const ended = createMemoryEndedSessions(LIFETIME_MS, () => now)
  await ended.end(session('a'))
  await ended.endAll('ola@example.com', now)
  t.equal(ended.size(), 2)
  now += LIFETIME_MS + 60_000
  await ended.end({ ...session('b'), signedInAt: now })
  t.equal(ended.size(), 1)
})
