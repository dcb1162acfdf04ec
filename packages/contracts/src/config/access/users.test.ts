import t from 'tap'
import { withPasswordHashes } from './credentials.ts'
import { findUserProblems, findUserWarnings, findWeakHashWarnings, type User } from './users.ts'

const user = (changes: Partial<User> = {}): User => ({
  userName: 'kari@example.com',
  displayName: null,
  passwordHash: 'scrypt$16384$8$5$c2FsdHNhbHRzYWx0c2E$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGE',
  roles: ['OrderRead'],
  storeIds: [],
  isDisabled: false,
  allStores: true,
  mustChangePassword: false,
  needsSecondFactor: false,
  networks: [],
  isDemo: false,
  ...changes,
})

t.test('given people whose password is hashed at too low a cost, when they are checked, then it is a warning', async (t) => {
  const cheap = 'scrypt$16384$8$1$c2FsdHNhbHRzYWx0c2E$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGE'
  const found = findWeakHashWarnings([user(), user({ passwordHash: cheap }), user({ passwordHash: cheap, isDemo: true })])
  t.match(found, [{ path: 'users[1].passwordHash', remedy: /oms user password/ }])
  t.equal(found.length, 1)
})

t.test('given a hash in the file that every service reads, when it is checked, then it is a warning', async (t) => {
  const kept = user({ passwordHash: `kept$${'A'.repeat(22)}` })
  t.match(findUserWarnings([user({ passwordHash: null }), kept, user()]), [
    { path: 'users[2].passwordHash', remedy: /separate-credentials/ },
  ])
  const credentials = { users: [{ userName: 'KARI@example.com', passwordHash: String(user().passwordHash) }], apiClients: [] }
  const [given, stays] = withPasswordHashes([user({ passwordHash: null }), kept], credentials)
  t.same([given?.passwordHash, stays?.passwordHash], [user().passwordHash, kept.passwordHash])
})

t.test('given people whose names cannot be told apart, when they are checked, then each is a problem', async (t) => {
  const names = ['kari@example.com', 'KARI@example.com', 'workflow', 'kar\u0456@example.com']
  const found = findUserProblems(names.map((userName) => user({ userName })))
  t.same(
    found.map(({ path }) => path),
    ['users[1].userName', 'users[2].userName', 'users[3].userName'],
  )
})

t.test('given people without stores, when they are checked, then all stores are meant only where that is said', async (t) => {
  const passwordHash = null
  t.match(findUserWarnings([user({ passwordHash, allStores: false })]), [{ path: 'users[0].storeIds' }])
  t.same(findUserWarnings([user({ passwordHash }), user({ passwordHash, allStores: false, storeIds: ['Oslo-01'] })]), [])
  t.match(findUserProblems([user({ storeIds: ['Oslo-01'] })]), [{ path: 'users[0].allStores' }])
})
