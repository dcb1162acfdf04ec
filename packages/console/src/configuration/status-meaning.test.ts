import t from 'tap'
import { firstAllowed, goodsLeave, statusMeaning } from './status-meaning.ts'

const status = (name: string, meaning: object = {}) => ({
  name,
  isInProgress: false,
  isPicked: false,
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
      status('PackedAndReady', { isPicked: true, shipmentStatus: 'Packing' }),
      status('Shipped', { shipmentStatus: 'Released' }),
      status('PickedUp', { isDelivered: true }),
      status('Completed', { isDelivered: true, shipmentStatus: 'Shipped' }),
      status('Cancelled', { isCanceled: true }),
    ]
    const meaning = statusMeaning([{ name: 'Online', statuses }], 'Online')
    t.same(meaning, {
      delivered: ['PickedUp', 'Completed'],
      canceled: ['Cancelled'],
      sent: ['Shipped', 'Completed'],
      working: ['PackedAndReady', 'Shipped', 'PickedUp', 'Completed'],
    })
    t.same(statusMeaning([], 'Online'), { delivered: [], canceled: [], sent: [], working: [] })
    t.equal(firstAllowed(meaning.delivered, ['Completed', 'New']), 'Completed')
    t.equal(firstAllowed([], ['New']), '')
  },
)

t.test('given orders and a status, when goods of some of them leave with it, then that is known', async (t) => {
  const status = (name: string, fields: object) => ({
    name,
    isInProgress: false,
    isPicked: false,
    isDelivered: false,
    isCanceled: false,
    shipmentStatus: null,
    ...fields,
  })
  const statuses = [status('New', {}), status('Shipped', { shipmentStatus: 'Released' }), status('Done', { isDelivered: true })]
  const types = [
    { name: 'Online', statuses },
    { name: 'PickUp', statuses: [status('Shipped', {})] },
  ]
  const leaves = (name: string, ...orderTypes: string[]) =>
    goodsLeave(types, { status: name, orders: orderTypes.map((orderType) => ({ orderType })) })
  t.same([leaves('New', 'Online'), leaves('Shipped', 'Online'), leaves('Done', 'Online')], [false, true, true])
  t.same([leaves('Shipped', 'PickUp'), leaves('Shipped', 'PickUp', 'Online')], [false, true])
  t.equal(leaves('Shipped', 'Other'), true, 'who knows')
  t.equal(leaves('', 'Online'), false)
})
