import { generateKeyPairSync } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@open-oms/local-servers/free-port'
import { loadEnvironment } from '@open-oms/service-kit/config/load-environment'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import t, { type Test } from 'tap'
import { GatewayConfig } from './environment.ts'
import { startGateway } from './start-gateway.ts'
import { quickHash } from './testing/quick-hash.ts'
import { copyConfig, sampleConfig } from './testing/sample-config.ts'
import { SECRET } from './testing/test-gateway.ts'

const PORT = String(await freePort())
const NOWHERE = 'http://127.0.0.1:9'
const services = {
  CATALOG_ASSETS_URL: NOWHERE,
  ORDERS_WORKFLOW_URL: NOWHERE,
  ACCOUNTING_READ_URL: NOWHERE,
  NATS_URL: 'nats://127.0.0.1:9',
}

/** Starts the gateway in this process; `lines` gets its warnings. */
async function start(t: Test, environment: Record<string, string>, lines: string[] = []) {
  const before = process.listeners('SIGHUP')
  // A start that fails ends its process; here what it listens to has to go.
  t.teardown(() => {
    for (const listener of process.listeners('SIGHUP')) if (!before.includes(listener)) process.off('SIGHUP', listener)
  })
  const config = loadEnvironment(GatewayConfig, { PORT, OMS_CONFIG_DIR: sampleConfig, ...services, ...environment })
  const { app, parts } = await startGateway(
    config,
    createLogger({ service: 'gateway', level: 'warn' }, { write: (line) => void lines.push(line) }),
  )
  t.teardown(async () => {
    await app.close()
    for (const { stop } of parts) await stop()
  })
  return app
}

t.test('given production with demo clients, no key or a bad file, when it starts, then one message says so', async (t) => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const keys = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const { folder, change } = copyConfig(t)
  change((content) => {
    content.apiClients = content.apiClients
      .slice(0, 1)
      .map((client) => ({ ...client, clientId: 'shop', secretHash: quickHash(SECRET), isDemo: false }))
  })
  const production = { NODE_ENV: 'production', OMS_CONFIG_DIR: folder }
  const withDemoUsers = start(t, { ...production, TOKEN_SIGNING_KEYS: keys })
  await t.rejects(withDemoUsers, { message: /"demo@example\.com" is a demo user/ })
  rmSync(join(folder, 'users.json'))
  const cases: [Record<string, string>, RegExp][] = [
    [{ NODE_ENV: 'production', TOKEN_SIGNING_KEYS: keys }, /"demo" is a demo client/],
    [production, /TOKEN_SIGNING_KEYS is missing/],
    [{ ...production, TOKEN_SIGNING_KEYS: '/nowhere/key.pem' }, /item 1 is neither a key nor a file/],
    [{ OMS_CONFIG_DIR: '/nowhere' }, /nowhere\/api-clients\.json/],
  ]
  for (const [environment, message] of cases) await t.rejects(start(t, environment), { message })
  const warnings: string[] = []
  const readable = { ...production, TOKEN_SIGNING_KEYS: keys, PUBLIC_URL: 'http://orders.example.com' }
  const app = await start(t, readable, warnings)
  t.match(warnings.join(''), /PUBLIC_URL is not https/)
  const payload = { clientId: 'shop', clientSecret: SECRET }
  t.equal((await app.inject({ method: 'POST', url: '/api/Token', payload })).statusCode, 200)
})
