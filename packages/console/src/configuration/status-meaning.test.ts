import t from 'tap'
import { firstAllowed, meaningOf } from './status-meaning.ts'

const status = (name: string, meaning: object = {}) => ({
  name,
  isDelivered: false,
  isCanceled: false,
  shipmentStatus: null,
  ...meaning,
})

t.test(
  'given the statuses of a type, when what they mean is asked, then by their flags, and the first allowed one',
  async (t) => {
    const statuses = [
      status('New'),
      status('PackedAndReady', { shipmentStatus: 'Packing' }),
      status('Shipped', { shipmentStatus: 'Released' }),
      status('PickedUp', { isDelivered: true }),
      status('Completed', { isDelivered: true, shipmentStatus: 'Shipped' }),
      status('Cancelled', { isCanceled: true }),
    ]
    const meaning = meaningOf([{ name: 'Online', statuses }], 'Online')
    t.same(meaning, { delivered: ['PickedUp', 'Completed'], canceled: ['Cancelled'], sent: ['Shipped', 'Completed'] })
    t.same(meaningOf([], 'Online'), { delivered: [], canceled: [], sent: [] })
    t.equal(firstAllowed(meaning.delivered, ['Completed', 'New']), 'Completed')
    t.equal(firstAllowed([], ['New']), '')
  },
)
