import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { createLogger } from '../observability/logger.ts'
import { testServer } from '../testing/test-server.ts'
import { stopGracefully } from './graceful-stop.ts'

const silent = createLogger({ service: 'test', level: 'silent' })

async function slowServer(t: Test) {
  const client = await testServer(t)
  const begun = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const events: string[] = []
  // Noted by the server: when the client reads the response is up to the client.
  const onResponse = async () => void events.push('finished')
  client.app.get('/slow', { onResponse }, async () => {
    begun.resolve()
    await mayEnd.promise
    return 'finished'
  })
  const url = await client.app.listen({ port: 0, host: '127.0.0.1' })
  return { ...client, url, events, begun: begun.promise, mayEnd }
}

t.test('given requests under way, when the service stops, then they are finished before the parts end in order', async (t) => {
  const { app, url, events, begun, mayEnd } = await slowServer(t)
  const response = fetch(`${url}/slow`).then((response) => response.text())
  await begun
  const part = (name: string) => ({ part: name, stop: async () => events.push(name) })
  const notice = Promise.withResolvers<void>()
  const waited: number[] = []
  const stopped = stopGracefully({
    app,
    log: silent,
    parts: [part('consumers'), part('relay'), part('pool')],
    timeoutMs: 240_000,
    noticeMs: 100,
    waitForNotice: (ms) => {
      waited.push(ms)
      return notice.promise
    },
  })
  t.equal((await fetch(`${url}/health/ready`)).status, 503)
  const live = await fetch(`${url}/health/live`)
  t.equal(live.status, 200)
  t.equal(live.headers.get('connection'), 'close', 'the next request of the client goes elsewhere')
  t.same(waited, [100])
  notice.resolve()
  mayEnd.resolve()
  t.equal(await stopped, true)
  t.equal(await response, 'finished')
  t.same(events, ['finished', 'consumers', 'relay', 'pool'])
  await t.rejects(fetch(`${url}/health/live`), 'it does not listen any more')
})

t.test('given a part that fails to stop, when the process stops, then the others are stopped too', async (t) => {
  const { app } = await slowServer(t)
  let isStopped = false
  const parts = [
    { part: 'relay', stop: () => Promise.reject(new Error('broken')) },
    {
      part: 'pool',
      stop: () => {
        isStopped = true
      },
    },
  ]
  t.equal(await stopGracefully({ app, log: silent, parts, timeoutMs: 240_000 }), true)
  t.ok(isStopped)
})

t.test('given a part that never stops, when the process stops, then the wait is bounded', async (t) => {
  const { app } = await slowServer(t)
  const parts = [{ part: 'consumers', stop: () => Promise.withResolvers().promise }]
  t.equal(await stopGracefully({ app, log: silent, parts, timeoutMs: 100 }), false)
})

const program = `
  import { testServer } from '${new URL('../testing/test-server.ts', import.meta.url)}'
  import { stopOnSignals } from '${new URL('./graceful-stop.ts', import.meta.url)}'
  import { setTimeout as sleep } from 'node:timers/promises'
  const { app } = await testServer({ teardown() {} })
  const log = { info() {}, error() {}, fatal() {} }
  app.get('/slow', async () => { console.log('begun'); await sleep(500); return 'finished' })
  app.get('/bug', async () => { setTimeout(() => { throw new Error('nobody catches this') }); return 'x' })
  stopOnSignals({ app, log, parts: [{ part: 'pool', stop: () => console.log('pool closed') }], timeoutMs: 240_000 })
  console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
`

async function startProgram() {
  const args = ['--conditions=development', '--input-type=module', '--eval', program]
  const child = spawn(process.execPath, args, {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  const saw = async (text: string) => {
    while (!output.includes(text)) await once(child.stdout, 'data')
  }
  await saw('http://')
  return { child, url: output.trim(), saw, output: () => output, exit: once(child, 'exit') }
}

t.test('given a request in progress, when SIGTERM comes twice, then it is finished and the exit code is 0', async (t) => {
  const { child, url, saw, output, exit } = await startProgram()
  const response = fetch(`${url}/slow`).then((response) => response.text())
  await saw('begun')
  // The child is held meanwhile, so that it gets both together however long this process takes to
  // send the second.
  for (const signal of ['SIGSTOP', 'SIGINT', 'SIGTERM', 'SIGCONT'] as const) child.kill(signal)
  t.equal(await response, 'finished')
  t.same(await exit, [0, null])
  t.match(output(), /pool closed/)
})

const starting = `
  import { endOnSignals } from '${new URL('./graceful-stop.ts', import.meta.url)}'
  endOnSignals()
  setInterval(() => {}, 1_000)
  console.log('starting')
`

for (const [signal, code] of [
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)
  t.test(`given a process that still starts, when ${signal} comes, then it ends with the code of the signal`, async (t) => {
    const child = spawn(process.execPath, ['--conditions=development', '--input-type=module', '--eval', starting])
    await once(child.stdout, 'data')
    child.kill(signal)
    t.same(await once(child, 'exit'), [code, null])
  })

t.test('given an uncaught failure, then the process stops in order, with exit code 1', async (t) => {
  const { url, output, exit } = await startProgram()
  await fetch(`${url}/bug`).catch(() => undefined)
  t.same(await exit, [1, null])
  t.match(output(), /pool closed/)
})
