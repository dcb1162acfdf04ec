import { setTimeout as wait } from 'node:timers/promises'
import Fastify from 'fastify'
import t from 'tap'
import { Overloaded } from '../http/error-handler.ts'
import { pressureLimit } from './pressure-limit.ts'

// Found in a review, on a machine with much to do: for a second after each start every request was
// 503 while the probes said ready.
t.test('given a busy event loop, when the process has just started, then no request is refused, but later it is', async (t) => {
  let time = 0
  const app = Fastify()
  t.teardown(() => app.close())
  await app.register(pressureLimit, { delayMsMax: 1, now: () => time })
  app.setErrorHandler((error: { code: string }, _request, reply) =>
    reply.code(503).send({ error: error.code, isShed: error instanceof Overloaded }),
  )
  app.get('/work', async () => 'done')
  await app.ready()
  const keepBusy = async () => {
    while (!app.isUnderPressure()) {
      const end = performance.now() + 50
      while (performance.now() < end);
      await wait(1)
    }
  }
  await keepBusy()
  const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/work`
  t.equal((await fetch(url)).status, 200)
  time = 2_000
  await keepBusy()
  t.same(app.isUnderPressure(), true)
  t.match(await app.inject('/work'), { statusCode: 503, body: '{"error":"Unavailable","isShed":true}' })
})
