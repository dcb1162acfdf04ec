import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { fileRoutes } from '@open-oms/contracts/catalog/file-routes'
import { MEBIBYTE } from '@open-oms/contracts/route'
import t, { type Test } from 'tap'
import { type TestGatewayOptions, testGateway } from '../../testing/test-gateway.ts'
import { proxiedRoutes } from './route-table.ts'

/** A service with a large file and a small one, and a gateway before it. */
async function setUp(t: Test, options: TestGatewayOptions) {
  const large: ServerResponse[] = []
  const service = createServer((request, response) => {
    if (!request.url?.startsWith('/assets/large/')) return void response.end('small')
    large.push(response)
    response.end(Buffer.alloc(24 * MEBIBYTE))
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  const at = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  const gateway = await testGateway(t, { services: { 'catalog-assets': at }, routes: proxiedRoutes(fileRoutes), ...options })
  const own = new URL(await gateway.app.listen({ port: 0, host: '127.0.0.1' }))
  t.teardown(() => {
    service.closeAllConnections()
    service.close()
  })
  const get = (asset: 'large' | 'small', address?: string) =>
    fetch(`${own.href}assets/${asset}/a`, address === undefined ? {} : { headers: { 'x-forwarded-for': address } })
  /** Asks for the large file, reads nothing of it, and waits until the service has been asked. */
  async function readSlowly(address: string) {
    const count = large.length
    const reader = connect(Number(own.port), own.hostname).pause()
    t.teardown(() => void reader.destroy())
    reader.write(`GET /assets/large/a HTTP/1.1\r\nHost: ${own.host}\r\nX-Forwarded-For: ${address}\r\n\r\n`)
    await until(() => large.length > count)
    return reader
  }
  return { get, readSlowly, large }
}

/** Waits without timers: those of the process are held. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await turn()
}

/** Time passes only as far as the test lets it. */
function holdTime(t: Test): void {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
}

/** Lets time go by until the promise is settled. */
async function passingTime<T>(promise: Promise<T>): Promise<T> {
  let isEnded = false
  const end = () => {
    isEnded = true
  }
  promise.then(end, end)
  while (!isEnded) {
    await turn()
    mock.timers.tick(1_000)
  }
  return await promise
}

const publicLimits = { requestsPerAddress: 2, bytesPerSecondMin: 0 }

// Found in a trial from outside: 70 slow downloads from one address kept everybody else's files at
// 503 for a minute.
t.test(
  'given an address with as many slow downloads as allowed, when it asks for more, then it waits and is refused, and others are served',
  async (t) => {
    const { get, readSlowly } = await setUp(t, { trustProxy: ['loopback'], publicLimits, upstream: { connectionsMax: 3 } })
    await readSlowly('192.0.2.1')
    const second = await readSlowly('192.0.2.1')
    t.equal((await get('small', '192.0.2.2')).status, 200)
    holdTime(t)
    const refused = await passingTime(get('small', '192.0.2.1'))
    t.same([refused.status, refused.headers.get('retry-after')], [429, '1'])
    t.match(await refused.json(), { error: 'RateLimited' })
    t.equal((await get('small', '192.0.2.2')).status, 200)
    const waiting = get('small', '192.0.2.1')
    second.destroy()
    t.equal((await waiting).status, 200, 'as soon as one of its downloads ends')
  },
)

t.test('given no trusted proxy, when a client says that it is someone else, then it is counted by its own address', async (t) => {
  const { get, readSlowly } = await setUp(t, { publicLimits })
  await readSlowly('192.0.2.1')
  await readSlowly('192.0.2.2')
  holdTime(t)
  t.equal((await passingTime(get('small', '192.0.2.3'))).status, 429)
})

t.test(
  'given a download below the lowest rate, when its time is over, then it breaks off and its connection to the service is free',
  async (t) => {
    const limits = { requestsPerAddress: 1, bytesPerSecondMin: 1_000_000 }
    const { get, readSlowly, large } = await setUp(t, { publicLimits: limits, upstream: { connectionsMax: 1 } })
    holdTime(t)
    await readSlowly('192.0.2.1')
    const [response] = large as [ServerResponse]
    await passingTime(response.closed ? Promise.resolve([]) : once(response, 'close'))
    t.equal(response.writableFinished, false, 'the service learned of it before all was read')
    t.equal((await get('small')).status, 200)
  },
)
