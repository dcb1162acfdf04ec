// Shared process: it measures processor time.
import { hashSecret } from '@open-oms/service-kit/config/secret-hash'
import { Overloaded } from '@open-oms/service-kit/http/error-handler'
import { measureCpuTime } from '@open-oms/service-kit/testing/cpu-time'
import t from 'tap'
import { quickHash } from '../../testing/quick-hash.ts'
import { apiClient, SECRET } from '../../testing/test-gateway.ts'
import { createCredentialCheck } from './check-credentials.ts'
import { createClientRegistry, refuseKnownSecrets } from './client-registry.ts'

const right = { clientId: 'shop', clientSecret: SECRET }

async function medianMs(count: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < count; at++) {
    times.push((await measureCpuTime(work)).ms)
  }
  return times.sort((a, b) => a - b)[Math.floor(count / 2)] as number
}

t.test(
  'given an unknown client, when it is checked, then it takes as long as a wrong secret, and a right pair is fast the second time',
  async (t) => {
    const client = apiClient('shop', { secretHash: await hashSecret(SECRET), previousSecretHash: null })
    const check = createCredentialCheck(createClientRegistry([client]), { isProduction: false })
    await check(right)
    const unknown = await medianMs(9, () => check({ clientId: 'nobody', clientSecret: 'x' }))
    const wrong = await medianMs(9, () => check({ clientId: 'shop', clientSecret: 'x' }))
    const known = await medianMs(9, () => check(right))
    t.ok(Math.max(unknown, wrong) / Math.min(unknown, wrong) < 2, `unknown ${unknown} ms, wrong ${wrong} ms`)
    t.ok(known < Math.min(unknown, wrong) / 5, `known ${known} ms`)
  },
)

t.test('given a reload, when removed clients and old secrets are checked, then they are refused', async (t) => {
  const registry = createClientRegistry([apiClient('shop')])
  const check = createCredentialCheck(registry, { isProduction: false })
  t.match(await check(right), { clientId: 'shop' })
  registry.replace([apiClient('shop', { secretHash: quickHash('another secret altogether') })])
  t.equal(await check(right), null)
  t.match(await check({ clientId: 'shop', clientSecret: 'another secret altogether' }), { clientId: 'shop' })
  registry.replace([])
  t.equal(await check({ clientId: 'shop', clientSecret: 'another secret altogether' }), null)
})

t.test('given a client with a previous secret, when either is checked, then both are right until it is removed', async (t) => {
  const next = { clientId: 'shop', clientSecret: 'another secret altogether' }
  const secretHash = quickHash(next.clientSecret)
  const registry = createClientRegistry([apiClient('shop', { secretHash, previousSecretHash: quickHash(SECRET) })])
  const check = createCredentialCheck(registry, { isProduction: true })
  for (const credentials of [right, next, right, next]) t.match(await check(credentials), { clientId: 'shop' })
  t.equal(await check({ clientId: 'shop', clientSecret: 'a third secret altogether' }), null)
  registry.replace([apiClient('shop', { secretHash })])
  t.equal(await check(right), null)
  t.match(await check(next), { clientId: 'shop' })
})

t.test('given a short secret, when it is checked, then development accepts it and production does not', async (t) => {
  const registry = createClientRegistry([apiClient('demo', { secretHash: quickHash('demo-secret') })])
  const credentials = { clientId: 'demo', clientSecret: 'demo-secret' }
  t.match(await createCredentialCheck(registry, { isProduction: false })(credentials), { clientId: 'demo' })
  t.equal(await createCredentialCheck(registry, { isProduction: true })(credentials), null)
})

t.test('given too many credential checks that wait, when one more is made, then it is Unavailable', async (t) => {
  const inTurn = () => Promise.reject(new Overloaded('Too many.', 2))
  const check = createCredentialCheck(createClientRegistry([]), { isProduction: false, inTurn })
  await t.rejects(check({ clientId: 'nobody', clientSecret: 'x' }), { code: 'Unavailable' })
})

t.test('given demo clients or known secrets, when production starts, then it refuses them by name', async (t) => {
  await t.rejects(refuseKnownSecrets([apiClient('a'), apiClient('demo', { isDemo: true })]), {
    message: /"demo" is a demo client/,
  })
  const copied = apiClient('renamed', { secretHash: quickHash('demo-secret') })
  await t.rejects(refuseKnownSecrets([copied]), { message: /the secret of "renamed" is a known one/ })
  const lazy = apiClient('warehouse', { secretHash: quickHash('warehouse') })
  await t.rejects(refuseKnownSecrets([lazy]), { message: /"warehouse"/ })
  const before = apiClient('till', { previousSecretHash: quickHash('demo-secret') })
  await t.rejects(refuseKnownSecrets([before]), { message: /the secret of "till" is a known one/ })
  await t.resolves(refuseKnownSecrets([apiClient('shop')]))
})
