// Shared process: it measures processor time.
import { hashPassword } from '@open-oms/service-kit/config/secret-hash'
import { measureCpuTime } from '@open-oms/service-kit/testing/cpu-time'
import t from 'tap'
import { PASSWORD, person } from '../../testing/people.ts'
import { quickHash } from '../../testing/quick-hash.ts'
import { noCredentials } from '../credentials/person-credentials.ts'
import { createTurnstile } from '../tokens/turnstile.ts'
import { createPasswordCheck } from './check-password.ts'
import { createUserRegistry, refuseKnownPasswords } from './user-registry.ts'

const users = createUserRegistry([person('kari@example.com', { passwordHash: await hashPassword(PASSWORD) })])
const inTurn = createTurnstile()
const credentials = { read: async () => noCredentials }
const check = createPasswordCheck(users, { isProduction: false, inTurn, credentials })

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < 5; at++) times.push((await measureCpuTime(work)).ms)
  return times.sort((a, b) => a - b)[2] as number
}

t.test(
  'given an unknown name, when a password is checked, then it takes as long as a wrong one and as a right one',
  async (t) => {
    const unknown = await medianMs(() => check({ userName: 'nobody@example.com', password: 'x' }))
    const wrong = await medianMs(() => check({ userName: 'kari@example.com', password: 'x' }))
    const right = await medianMs(() => check({ userName: 'kari@example.com', password: PASSWORD }))
    t.ok(Math.max(unknown, wrong, right) / Math.min(unknown, wrong, right) < 2, `${unknown}, ${wrong}, ${right} ms`)
  },
)

t.test('given a name in another form, when the password is right, then it is the person as configured', async (t) => {
  const registry = createUserRegistry([person('åse@example.com')])
  const ofAse = createPasswordCheck(registry, { isProduction: true, inTurn, credentials })
  t.match(await ofAse({ userName: 'A\u030aSE@example.com', password: PASSWORD }), { user: { userName: 'åse@example.com' } })
  t.equal(await ofAse({ userName: 'ase@example.com', password: PASSWORD }), null)
})

t.test('given a short password, when it is checked, then development accepts it and production does not', async (t) => {
  const registry = createUserRegistry([person('kari@example.com', { passwordHash: quickHash('short') })])
  const given = { userName: 'kari@example.com', password: 'short' }
  t.match(await createPasswordCheck(registry, { isProduction: false, inTurn, credentials })(given), {
    user: { userName: 'kari@example.com' },
  })
  t.equal(await createPasswordCheck(registry, { isProduction: true, inTurn, credentials })(given), null)
})

t.test('given demo users or known passwords, when production starts, then it refuses them by name', async (t) => {
  await t.rejects(refuseKnownPasswords([person('a'), person('demo', { isDemo: true })]), { message: /"demo" is a demo user/ })
  const copied = person('kari@example.com', { passwordHash: quickHash('demo-password') })
  await t.rejects(refuseKnownPasswords([copied]), { message: /the password of "kari@example.com" is a known one/ })
  const lazy = person('warehouse', { passwordHash: quickHash('warehouse') })
  await t.rejects(refuseKnownPasswords([lazy]), { message: /"warehouse"/ })
  await t.resolves(refuseKnownPasswords([person('kari@example.com')]))
})
