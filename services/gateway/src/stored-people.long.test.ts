import { documentStream } from '@open-oms/contracts/config/stored-documents'
import { freePort } from '@open-oms/local-servers/free-port'
import { startTemporaryNats } from '@open-oms/local-servers/temporary-nats'
import { loadEnvironment } from '@open-oms/service-kit/config/load-environment'
import { connectNats } from '@open-oms/service-kit/events/connect-nats'
import { shareDocuments } from '@open-oms/service-kit/events/shared-documents'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import t, { type Test } from 'tap'
import { GatewayConfig } from './environment.ts'
import { startGateway } from './start-gateway.ts'
import { startRowServer } from './testing/credential-rows.ts'
import { askToSignIn, person, signedIn } from './testing/people.ts'
import { sampleConfig } from './testing/sample-config.ts'

const NOWHERE = 'http://127.0.0.1:9'
const log = createLogger({ service: 'gateway', level: 'silent' })

const rowServer = await startRowServer(t)
const nats = await startTemporaryNats()
t.teardown(() => nats.remove())
const publisher = await connectNats({ url: nats.url, log, streams: [] })
t.teardown(() => publisher.close())
const store = (...users: object[]) =>
  shareDocuments(publisher, { read: async () => (users.length === 0 ? {} : { 'users.json': JSON.stringify({ users }) }) })

/** A gateway in this process; the people of its folder are those of the sample. */
async function start(t: Test, natsUrl = nats.url) {
  const config = loadEnvironment(GatewayConfig, {
    PORT: String(await freePort()),
    OMS_CONFIG_DIR: sampleConfig,
    CATALOG_ASSETS_URL: NOWHERE,
    ORDERS_WORKFLOW_URL: rowServer,
    ACCOUNTING_READ_URL: NOWHERE,
    NATS_URL: natsUrl,
  })
  const { app, parts } = await startGateway(config, log)
  t.teardown(async () => {
    await app.close()
    for (const { stop } of parts) await stop()
  })
  const signIn = async (userName: string, password?: string) =>
    (await askToSignIn(app, userName, password === undefined ? {} : { password })).statusCode
  const token = async () => {
    const payload = { clientId: 'demo', clientSecret: 'demo-secret' }
    return (await app.inject({ method: 'POST', url: '/api/Token', payload })).statusCode
  }
  return { app, signIn, token }
}

t.test('given a NATS that does not respond, when the gateway starts, then programs are served and nobody signs in', async (t) => {
  const { app, signIn, token } = await start(t, 'nats://127.0.0.1:9')
  const response = await askToSignIn(app, 'demo@example.com', { password: 'demo-password' })
  t.match([response.statusCode, response.json().error], [503, 'Unavailable'])
  t.match(response.headers['retry-after'], /^\d+$/)
  t.equal(await signIn('nobody@example.com'), 503, 'it says nothing about names')
  t.equal(await token(), 200)
})

t.test(
  'given a stream that is not filled, when it is, then the people that are stored sign in, and not those of the file',
  async (t) => {
    const { signIn } = await start(t)
    t.equal(await signIn('demo@example.com', 'demo-password'), 503)
    await store(person('kari@example.com'))
    await eventually(async () => (await signIn('kari@example.com')) === 200, 'Kari signs in')
    t.equal(await signIn('demo@example.com', 'demo-password'), 401, 'a person of the file was replaced')
    await store()
    await eventually(async () => (await signIn('demo@example.com', 'demo-password')) === 200, 'the file counts again')
  },
)

t.test(
  'given people who have signed in at two gateways, when one is removed or disabled, then both end the session',
  async (t) => {
    await store(person('kari@example.com'), person('ola@example.com'), person('per@example.com'))
    const gateways = [await start(t), await start(t)]
    for (const { app, signIn } of gateways) {
      const [kari, ola, per] = [
        await signedIn(app, 'kari@example.com'),
        await signedIn(app, 'ola@example.com'),
        await signedIn(app, 'per@example.com'),
      ]
      const status = async ({ cookie }: { cookie: string }) =>
        (await app.inject({ url: '/session', headers: { cookie } })).statusCode
      t.same([await status(kari), await status(ola), await status(per)], [200, 200, 200])
      await store(person('kari@example.com'), person('ola@example.com', { isDisabled: true }))
      await eventually(async () => (await status(per)) === 401, 'the session of Per ends')
      t.same([await status(kari), await status(ola)], [200, 401])
      t.same([await signIn('per@example.com'), await signIn('ola@example.com')], [401, 401])
      await store(person('kari@example.com'), person('ola@example.com'), person('per@example.com'))
      await eventually(async () => (await signIn('per@example.com')) === 200, 'they are let in again')
    }
  },
)

t.test('given stored people, when the stream is lost or refused content comes, then the last good ones stay', async (t) => {
  await store(person('kari@example.com'))
  const { signIn } = await start(t)
  t.equal(await signIn('kari@example.com'), 200)
  await store({ userName: 'broken' })
  await publisher.manager.streams.delete(documentStream.name)
  await store(person('kari@example.com'), person('ola@example.com'))
  await eventually(async () => (await signIn('ola@example.com')) === 200, 'the next good content is taken over')
  t.equal(await signIn('kari@example.com'), 200)
})
