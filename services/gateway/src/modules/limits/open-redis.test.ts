import t, { type Test } from 'tap'
import { type RedisServer, startRedisStandIn } from '../../testing/redis-servers.ts'
import { openRedis } from './open-redis.ts'

const bulk = (text: string) => `$${text.length}\r\n${text}\r\n`

/** A server that says its name to GET, to whom has given it the password. */
async function startServer(t: Test, name: string) {
  let isKnown = false
  const server = await startRedisStandIn((words) => {
    // Alone, or as a part of HELLO.
    if (words.some((word) => word.toUpperCase() === 'AUTH')) isKnown = words.includes('s@fe')
    if (words[0]?.toUpperCase() === 'INFO') return bulk('role:master\r\nloading:0')
    return words[0]?.toUpperCase() === 'GET' ? bulk(isKnown ? name : 'nobody') : '+OK\r\n'
  })
  t.teardown(server.stop)
  return server
}

/** A sentinel that names the primary of the moment. */
async function startSentinel(t: Test, primary: () => RedisServer) {
  const asked: string[] = []
  const sentinel = await startRedisStandIn((words) => {
    if (words[0]?.toUpperCase() !== 'SENTINEL') return '+OK\r\n'
    if (words[1]?.toLowerCase() !== 'get-master-addr-by-name') return '*0\r\n'
    asked.push(words[2] as string)
    const { hostname, port } = new URL(primary().url)
    return `*2\r\n${bulk(hostname)}${bulk(port)}`
  })
  t.teardown(sentinel.stop)
  return { asked, host: new URL(sentinel.url).host }
}

t.test('given sentinels, when they name another primary, then that one is asked', async (t) => {
  const [first, second] = [await startServer(t, 'first'), await startServer(t, 'second')]
  let primary = first
  const sentinel = await startSentinel(t, () => primary)
  const redis = openRedis(`redis+sentinel://:s%40fe@127.0.0.1:1,${sentinel.host}/oms`, 'test:', 60_000)
  redis.on('error', () => undefined)
  t.teardown(() => redis.disconnect())
  const ready = () => new Promise<void>((resolve) => redis.once('ready', resolve))
  await ready()
  t.equal(await redis.get('a'), 'first')
  t.equal(sentinel.asked[0], 'oms')
  primary = second
  const isReady = ready()
  await first.stop()
  await isReady
  t.equal(await redis.get('a'), 'second')
})
