import t from 'tap'
import { type AgeCounts, ages, daysOfAge, displayTimeZone, openStatuses, sumKnown, toStatusRows, viewOfAge } from './home-view.ts'

const status = (name: string, isOpen: boolean, displayName = name) => ({ name, displayName, isOpen })
const store = (timeZone: string) => ({ timeZone })

t.test('given stores of one time zone, when the zone is chosen, then it is theirs, else that of the tenant', async (t) => {
  const zone = (...zones: string[]) => displayTimeZone({ timeZone: 'Europe/Oslo', stores: zones.map(store), orderTypes: [] })
  t.equal(zone('Asia/Tokyo', 'Asia/Tokyo'), 'Asia/Tokyo')
  t.equal(zone('Asia/Tokyo', 'Europe/London'), 'Europe/Oslo')
  t.equal(zone(), 'Europe/Oslo')
})

t.test('given order types, when open statuses are listed, then each is there once and closed ones are not', async (t) => {
  const orderTypes = [
    { statuses: [status('New', true, 'New order'), status('Done', false)] },
    { statuses: [status('New', true), status('Done', true), status('Gone', false)] },
  ]
  t.same(openStatuses({ timeZone: 'UTC', stores: [], orderTypes }), [
    { name: 'New', label: 'New order' },
    { name: 'Done', label: 'Done' },
  ])
})

t.test('given a day, when ages are its days, then each day before belongs to exactly one of them', async (t) => {
  const days = ages.map((age) => daysOfAge(age, '2026-03-02'))
  t.same(days, [
    { from: '2026-03-02' },
    { from: '2026-02-28', to: '2026-03-01' },
    { from: '2026-02-23', to: '2026-02-27' },
    { to: '2026-02-22' },
  ])
})

t.test(
  'given a moment that is tomorrow in the zone, when a view is made, then it is of that day and says the zone',
  async (t) => {
    const now = new Date('2026-03-01T23:30:00Z')
    t.match(viewOfAge({ age: 'today', statuses: ['New'], now, zone: 'Europe/Oslo', store: null }), {
      from: '2026-03-02',
      zone: 'Europe/Oslo',
      status: ['New'],
    })
  },
)

t.test(
  'given counts of each age, when rows are made, then statuses without orders are left out and sums are right',
  async (t) => {
    const statuses = [
      { name: 'New', label: 'New order' },
      { name: 'Picking', label: 'Picking' },
    ]
    const counted: AgeCounts = {
      today: new Map([['New', 2]]),
      days: new Map(),
      week: new Map([['New', 1]]),
      older: new Map([['Other', 9]]),
    }
    t.same(toStatusRows(statuses, counted), [
      { name: 'New', label: 'New order', counts: { today: 2, days: 0, week: 1, older: 0 }, total: 3 },
    ])
    const [row] = toStatusRows(statuses, { ...counted, older: null })
    t.match(row, { counts: { today: 2, older: null }, total: null }, 'what was not counted is not zero')
  },
)

t.test('given counts of which one is not known, when they are summed, then the sum is not known either', async (t) => {
  t.same([sumKnown([1, 2]), sumKnown([]), sumKnown([1, null])], [3, 0, null])
})
