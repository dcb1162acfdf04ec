import { heldRights } from '@open-oms/contracts/permissions'
import type { FastifyRequest } from 'fastify'
import t from 'tap'
import { createRowsInMemory } from '../../testing/credential-rows.ts'
import { person } from '../../testing/people.ts'
import { quickHash } from '../../testing/quick-hash.ts'
import { noCredentials } from '../credentials/person-credentials.ts'
import { createSealedRecords } from '../credentials/sealed-records.ts'
import { createPasswordCheck } from '../sessions/check-password.ts'
import { createUserRegistry } from '../sessions/user-registry.ts'
import { createEphemeralKeyRing } from '../tokens/create-issuer.ts'
import { createTurnstile } from '../tokens/turnstile.ts'
import { keepGivenPassword } from './keep-given-password.ts'

const KARI = 'kari@example.com'
const PASSWORD = 'lantern voyage moss anchor'
const BREACHED = 'breached lantern voyage moss'

const rows = createRowsInMemory()
const keyRing = await createEphemeralKeyRing()
const credentials = createSealedRecords({
  rows,
  keyRing: () => keyRing,
  kind: 'credentials',
  empty: noCredentials,
  whenUnreadable: 'refuse',
})
const users = createUserRegistry([person(KARI)])
const inTurn = createTurnstile()
const parts = { credentials, users, inTurn, isBreached: async (password: string) => password === BREACHED }
const keep = keepGivenPassword(parts)
/** Hashes cost a second of the processor: where nobody signs in by one, any will do. */
const keepFast = keepGivenPassword({ ...parts, inTurn: async <T>() => quickHash('any') as T })
const check = createPasswordCheck(users, { credentials, isProduction: true, inTurn })

const administrator = { clientId: 'boss', actor: 'boss', storeIds: null, ...heldRights(['OrderAdmin'], []) }
/** What the service gets for a body. */
async function sent(body: string, { query = {}, caller = administrator, by = keep } = {}): Promise<string> {
  const request = { params: { userName: KARI }, query, caller } as unknown as FastifyRequest
  return (await by(request, Buffer.from(body))).toString()
}

t.test('when an administrator gives a password, then the service gets a name, and with it the password counts', async (t) => {
  const text = await sent(JSON.stringify({ roles: ['OrderRead'], Password: PASSWORD }))
  t.notMatch(text, PASSWORD)
  const { password: name, ...others } = JSON.parse(text)
  t.same(others, { roles: ['OrderRead'] })
  t.match(name, /^kept\$[\w-]{22}$/)
  t.equal(await check({ userName: KARI, password: PASSWORD }), null, 'the service has not stored it')
  users.replace([person(KARI, { passwordHash: name })])
  t.match(await check({ userName: KARI, password: PASSWORD }), { user: { userName: KARI } })
  t.notMatch([...rows.all.values()].map(({ sealed }) => sealed).join(), /scrypt/)

  for (let attempt = 0; attempt < 21; attempt++)
    await sent(JSON.stringify({ password: `${PASSWORD} ${attempt}` }), { by: keepFast })
  t.match(await check({ userName: KARI, password: PASSWORD }), { user: { userName: KARI } }, 'attempts do not push it out')
  users.replace([person(KARI, { passwordHash: `kept$${'A'.repeat(22)}` })])
  t.equal(await check({ userName: KARI, password: PASSWORD }), null, 'a name of nothing lets nobody in')
})

t.test('given a password that is published or guessed, or a caller without the right, then it is refused', async (t) => {
  const before = JSON.stringify([...rows.all])
  await t.rejects(sent(JSON.stringify({ password: BREACHED })), { code: 'ValidationFailed', message: /published/ })
  await t.rejects(sent(JSON.stringify({ password: 'password1234' })), { code: 'ValidationFailed', message: /guessed/ })
  const body = JSON.stringify({ password: PASSWORD })
  await t.rejects(sent(body, { caller: { ...administrator, permissions: ['Configuration'] } as never }), { code: 'Forbidden' })
  await t.rejects(sent(body, { caller: { ...administrator, storeIds: ['Oslo-01'] } as never }), { code: 'Forbidden' })
  t.match(JSON.parse(await sent(body, { query: { dryRun: 'true' } })).password, /^kept\$/)
  for (const other of ['{', '[]', '{"password":"short"}', '{"roles":[]}']) t.equal(await sent(other), other)
  t.equal(JSON.stringify([...rows.all]), before, 'nothing was kept')
})
