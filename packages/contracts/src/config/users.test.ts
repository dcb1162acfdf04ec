import t from 'tap'
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

t.test('given people whose names cannot be told apart, when they are checked, then each is a problem', async (t) => {
  const names = ['kari@example.com', 'KARI@example.com', 'workflow', 'kar\u0456@example.com']
  const found = findUserProblems(names.map((userName) => user({ userName })))
  t.same(
    found.map(({ path }) => path),
    ['users[1].userName', 'users[2].userName', 'users[3].userName'],
  )
})

t.test('given people without stores, when they are checked, then all stores are meant only where that is said', async (t) => {
  t.match(findUserWarnings([user({ allStores: false })]), [{ path: 'users[0].storeIds' }])
  t.same(findUserWarnings([user(), user({ allStores: false, storeIds: ['Oslo-01'] })]), [])
  t.match(findUserProblems([user({ storeIds: ['Oslo-01'] })]), [{ path: 'users[0].allStores' }])
})
