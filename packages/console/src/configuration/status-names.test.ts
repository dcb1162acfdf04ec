import t from 'tap'
import { namesIn, statusNames } from './status-names.ts'

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

t.test('given names in several languages, when they are read in one, then it is that or the usual name', async (t) => {
  const status = (displayName: string, displayNames: Record<string, string>) => ({ name: displayName, displayName, displayNames })
  const names = {
    timeZone: 'UTC',
    orderTypes: [{ name: 'Web', statuses: [status('Shipped', { nb: 'Sendt' }), status('New', {})] }],
  }
  const shown = (language: string) => namesIn(language, names).orderTypes[0]?.statuses.map(({ displayName }) => displayName)
  t.same(shown('nb'), ['Sendt', 'New'])
  t.same(shown('nb-NO'), ['Sendt', 'New'])
  t.same(shown('en'), ['Shipped', 'New'])
  t.equal(namesIn('nb', names).timeZone, 'UTC')
})
