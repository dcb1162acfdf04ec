import { createServer, type Server } from 'node:http'
import { freePort } from '@open-oms/local-servers/free-port'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import t, { type Test } from 'tap'
import { startBalancer } from './balancer.ts'

type Target = { port: number; isReady: boolean; server: Server }

/** A server that responds with its name. */
async function target(t: Test, name: string): Promise<Target> {
  const port = await freePort()
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/ready' && !made.isReady ? 503 : 200
    response.end(name)
  })
  const made: Target = { port, isReady: true, server }
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  return made
}

async function balanced(t: Test) {
  const targets = [await target(t, 'a'), await target(t, 'b')] as const
  const ports = targets.map(({ port }) => port)
  const balancer = await startBalancer({ port: await freePort(), targets: ports, readyPath: '/ready', askEveryMs: 20 })
  t.teardown(() => balancer.stop())
  const ask = async () => (await fetch(balancer.url, { headers: { connection: 'close' } })).text()
  const askTimes = async (count: number) => {
    const names: string[] = []
    for (let index = 0; index < count; index++) names.push(await ask())
    return names.join('')
  }
  return { targets, ask, askTimes }
}

t.test('given two ready targets, when connections are made, then the targets take them in turn', async (t) => {
  const { askTimes } = await balanced(t)
  t.match(await askTimes(4), /^(abab|baba)$/)
})

t.test('given a target that is not ready, when connections are made, then the other takes them, until it is ready', async (t) => {
  const { targets, askTimes } = await balanced(t)
  targets[0].isReady = false
  await eventually(async () => (await askTimes(4)) === 'bbbb', 'the other takes them')
  targets[0].isReady = true
  await eventually(async () => /^(abab|baba)$/.test(await askTimes(4)), 'both take them')
  t.pass('it held')
})

t.test('given no ready target, when a connection is made, then one takes it all the same', async (t) => {
  const { targets, askTimes } = await balanced(t)
  for (const each of targets) each.isReady = false
  await new Promise((resolve) => setTimeout(resolve, 100))
  t.match(await askTimes(4), /^(abab|baba)$/)
})

t.test('given a stopped target, when connections are made, then none fails; without any target it breaks', async (t) => {
  const { targets, ask, askTimes } = await balanced(t)
  targets[0].server.close()
  targets[0].server.closeAllConnections()
  t.equal(await askTimes(6), 'bbbbbb')
  targets[1].server.close()
  targets[1].server.closeAllConnections()
  await t.rejects(ask())
})
