import t from 'tap'
import { statusNames } from './status-names.ts'

const nameOf = statusNames([
  { name: 'Web', statuses: [{ name: 'InProgress', displayName: 'Plukkes' }] },
  { name: 'Store', statuses: [{ name: 'InProgress', displayName: 'Gjøres klar' }] },
])

t.test('given statuses of several types, when they are named, then the type of the order decides', async (t) => {
  t.equal(nameOf('InProgress', 'Store'), 'Gjøres klar')
  t.equal(nameOf('InProgress', 'Web'), 'Plukkes')
})

t.test(
  'given a status without a type or of an unknown one, when it is named, then the first type that has it counts',
  async (t) => {
    t.equal(nameOf('InProgress'), 'Plukkes')
    t.equal(nameOf('InProgress', 'Removed'), 'Plukkes')
    t.equal(nameOf('Legacy', 'Web'), 'Legacy')
  },
)
