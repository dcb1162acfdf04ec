import t from 'tap'
import { storeNames } from './store-names.ts'

const nameOf = storeNames([
  { id: 'Oslo-01', name: 'Oslo' },
  { id: '142', name: 'Web' },
  { id: '143', name: 'web' },
  { id: 'Bergen', name: 'Bergen' },
  { id: 'Bergen-02', name: 'Bergen' },
])

t.test('given configured stores, when they are named, then the name is shown, and the id where none is known', async (t) => {
  t.equal(nameOf('Oslo-01'), 'Oslo')
  t.equal(nameOf('Removed-01'), 'Removed-01')
  t.equal(storeNames([])('Oslo-01'), 'Oslo-01')
})

t.test('given names that several stores have, when they are named, then each has its id beside it', async (t) => {
  t.same(['142', '143', 'Bergen', 'Bergen-02'].map(nameOf), ['Web (142)', 'web (143)', 'Bergen (Bergen)', 'Bergen (Bergen-02)'])
})
