import t from 'tap'
import { readDeliveryView } from './delivery-view.ts'

t.test('given an address, when it is read, then it has what it understands, and nothing for what was given up', async (t) => {
  t.strictSame(readDeliveryView({ state: 'Waiting', subscription: '17' }), { state: 'Waiting', subscription: '17' })
  t.strictSame(readDeliveryView({ state: 'GivenUp', subscription: '' }), {})
  t.strictSame(readDeliveryView({ state: 'Lost', subscription: ['a'] }), {})
})
