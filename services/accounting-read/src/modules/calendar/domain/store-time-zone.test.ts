import type { Store } from '@open-oms/contracts/config/stores'
import t from 'tap'
import { storeTimeZone } from './store-time-zone.ts'

t.test('given a store, when its time zone is asked for, then it is its own, else that of the settings', async (t) => {
  const stores = [{ id: 'Oslo-01' }, { id: 'Tokyo-01', timeZone: 'Asia/Tokyo' }] as Store[]
  const config = { stores, settings: { accounting: { timeZone: 'Europe/Oslo' } } }
  t.equal(storeTimeZone(config, 'Tokyo-01'), 'Asia/Tokyo')
  t.equal(storeTimeZone(config, 'Oslo-01'), 'Europe/Oslo')
  t.equal(storeTimeZone(config, 'Elsewhere'), 'Europe/Oslo')
})
