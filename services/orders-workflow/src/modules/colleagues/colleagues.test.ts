import t from 'tap'
import { sampleConfig, testOrders } from '../../testing/test-orders.ts'
import { forgetColleagues } from './colleagues.ts'

const person = (name: string, fields: object = {}) => ({
  userName: `${name}@example.com`,
  displayName: null,
  passwordHash: 'none',
  roles: ['OrderRead' as const],
  storeIds: [],
  isDisabled: false,
  allStores: false,
  mustChangePassword: false,
  needsSecondFactor: false,
  networks: [],
  isDemo: false,
  ...fields,
})
const users = [
  person('kari', { displayName: 'Kari Lager' }),
  person('berit', { storeIds: ['Bergen-01'] }),
  person('oslo', { storeIds: ['Oslo-01'] }),
  person('accounts', { roles: ['AccountingRead'] }),
]
const test = await testOrders(t, { config: { ...(await sampleConfig()), users } })
const list = async (as: object = {}, query: Record<string, string> = {}) =>
  (await test.send({ url: '/api/Colleagues', query, as })).body.result as { userName: string; displayName: string }[]
const names = async (as: object = {}, query: Record<string, string> = {}) => (await list(as, query)).map((one) => one.userName)

t.test('when colleagues are listed, then they have names only, by display name', async (t) => {
  t.strictSame(await list(), [
    { userName: 'berit@example.com', displayName: 'berit@example.com' },
    { userName: 'kari@example.com', displayName: 'Kari Lager' },
    { userName: 'oslo@example.com', displayName: 'oslo@example.com' },
  ])
  t.strictSame(await names({}, { searchText: 'LAGER' }), ['kari@example.com'])
  t.strictSame(await names({}, { take: '1' }), ['berit@example.com'])
})

t.test('given a caller of one store, when they list colleagues, then those of other stores are left out', async (t) => {
  t.strictSame(await names({ storeIds: ['Bergen-01'] }), ['berit@example.com', 'kari@example.com'])
  t.match(await test.send({ url: '/api/Colleagues', as: { roles: ['ProductRead'] } }), { status: 403 })
})

t.test('given a person whom a provider let in, when they have been here, then they are known for 90 days', async (t) => {
  const claims = { person: true, name: 'Per Provider' }
  const per = { clientId: 'per@provider.example', storeIds: ['Bergen-01'], claims }
  await test.send({ url: '/api/Notifications/Unread', as: { clientId: 'program' } })
  await Promise.all([list(per), list(per)])
  t.match(await list({}, { searchText: 'per' }), [{ userName: 'per@provider.example', displayName: 'Per Provider' }])
  t.notOk((await names({ storeIds: ['Oslo-01'] })).includes('per@provider.example'))
  t.notOk((await names()).includes('program'), 'programs are nobody’s colleagues')
  await test.database.query({ text: `update colleague set seen = now() - interval '91 days'` })
  t.strictSame(await names({}, { searchText: 'per' }), [])
  t.equal(await forgetColleagues({ query: test.database.query, now: () => new Date() }), 1)
})
