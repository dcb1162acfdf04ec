import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@open-oms/local-servers/free-port'
import t from 'tap'
import { copyConfig, sampleConfig } from './testing/sample-config.ts'

const program = join(import.meta.dirname, 'server.ts')
const NOWHERE = 'http://127.0.0.1:9'

const pem = () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** Starts the gateway as a process of its own. */
async function start(environment: Record<string, string>) {
  const port = await freePort()
  const child = spawn(process.execPath, ['--conditions=development', program], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: String(port),
      OMS_CONFIG_DIR: sampleConfig,
      CATALOG_ASSETS_URL: NOWHERE,
      ORDERS_WORKFLOW_URL: NOWHERE,
      ACCOUNTING_READ_URL: NOWHERE,
      NATS_URL: 'nats://127.0.0.1:9',
      ...environment,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  t.teardown(() => {
    child.kill('SIGKILL')
    return exited
  })
  const url = `http://127.0.0.1:${port}`
  const listening = async () => {
    while (child.exitCode === null) {
      const live = await fetch(`${url}/health/live`).catch(() => null)
      if (live?.status === 200) return
      await wait(30)
    }
    throw new Error(`The gateway ended: ${output}`)
  }
  return { child, url, listening, exited, output: () => output }
}

/** Asks again a gateway that was suspended for a moment and refuses what comes right after. */
async function asked(url: string, request: RequestInit): Promise<Response> {
  for (;;) {
    const response = await fetch(url, request)
    if (response.status !== 503 || !/too much to do/.test(await response.clone().text())) return response
    await wait(200)
  }
}

function token(url: string, clientId: string, clientSecret: string): Promise<Response> {
  return asked(`${url}/api/Token`, { method: 'POST', body: JSON.stringify({ clientId, clientSecret }) })
}

// One process for all tests that need one; the last ends it.
const { folder, change } = copyConfig(t)
const [metricsPort, keysFile] = [await freePort(), join(folder, 'keys.pem')]
writeFileSync(keysFile, pem())
const gateway = await start({ OMS_CONFIG_DIR: folder, METRICS_PORT: String(metricsPort), TOKEN_SIGNING_KEYS_FILE: keysFile })
await gateway.listening()

t.test('given new signing keys, when they cannot be used, then the former sign and health says so until they can', async (t) => {
  const read = async (path: string) =>
    (await (await asked(`${gateway.url}${path}`, {})).json()) as { keys: { kid: string }[]; signingKeys: object }
  const shown = async () => (await read('/health')).signingKeys as { isRefused: boolean }
  t.same(await shown(), { isRefused: false })
  const kids = async () => (await read('/.well-known/jwks.json')).keys.map(({ kid }) => kid)
  const before = await kids()
  writeFileSync(keysFile, 'no key')
  gateway.child.kill('SIGHUP')
  while ((await shown()).isRefused !== true) await wait(30)
  t.same(await kids(), before)
  t.match(gateway.output(), /The new signing keys cannot be used; the old ones stay/)
  writeFileSync(keysFile, pem())
  gateway.child.kill('SIGHUP')
  while ((await shown()).isRefused !== false) await wait(30)
  t.notSame(await kids(), before)
})

t.test('given a wrong environment or a port in use, when the gateway starts, then it stops with one message', async (t) => {
  const cases: [Record<string, string>, RegExp][] = [
    [{ PORT: 'many' }, /PORT must be number/],
    [{ PORT: new URL(gateway.url).port }, /EADDRINUSE/],
  ]
  for (const [environment, message] of cases) {
    const refused = await start({ LOG_LEVEL: 'error', ...environment })
    t.equal(await refused.exited, 1, String(message))
    const records = refused.output().trim().split('\n')
    t.equal(records.length, 1, refused.output())
    t.match(records[0], /The gateway cannot start\./)
    t.match(records[0], message)
    t.match(records[0], /"level":"fatal"/)
  }
})

t.test('given the sample configuration, when the process gets SIGHUP and SIGTERM, then it reloads and stops', async (t) => {
  const before = await (await token(gateway.url, 'demo', 'demo-secret')).text()
  t.match(before, /^ey/)

  t.equal((await fetch(`${gateway.url}/metrics`)).status, 404, 'the public port shows no metrics')
  t.match(
    await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text(),
    /oms_http_request_duration_seconds_count\{[^}]*\/api\/Token/,
  )

  change((content) => {
    content.apiClients = content.apiClients.filter(({ clientId }) => clientId !== 'demo')
  })
  gateway.child.kill('SIGHUP')
  while ((await token(gateway.url, 'demo', 'demo-secret')).status !== 401) await wait(30)
  t.equal((await token(gateway.url, 'demo-reader', 'demo-secret')).status, 200, 'the others stay')
  const headers = { authorization: `Bearer ${before}` }
  t.equal((await asked(`${gateway.url}/api/Orders/1`, { headers })).status, 503, 'a token lives on: only the service is missing')

  gateway.child.kill('SIGTERM')
  t.equal(await gateway.exited, 0)
})
