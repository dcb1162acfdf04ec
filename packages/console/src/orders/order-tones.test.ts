import t from 'tap'
import { fulfilmentTone, paymentTone, statusTones } from './order-tones.ts'

const status = (name: string, flags: object = {}) => ({
  name,
  isOpen: true,
  isInProgress: false,
  isPicked: false,
  isDelivered: false,
  isCanceled: false,
  shipmentStatus: null,
  ...flags,
})

t.test('given statuses of a type, when their tones are asked for, then what they are for decides', async (t) => {
  const toneOf = statusTones([
    {
      name: 'Online',
      statuses: [
        status('New'),
        status('Pending'),
        status('InProgress', { isInProgress: true }),
        status('Packed', { isPicked: true }),
        status('Shipped', { shipmentStatus: 'Released' }),
        status('InTransit'),
        status('Completed', { isDelivered: true, isOpen: false }),
        status('Cancelled', { isCanceled: true, isOpen: false }),
      ],
    },
    { name: 'Repair', statuses: [status('Pending'), status('Done', { isDelivered: true })] },
  ])
  const names = ['New', 'Pending', 'InProgress', 'Packed', 'Shipped', 'InTransit', 'Completed', 'Cancelled', 'Unknown']
  t.same(
    names.map((name) => toneOf(name, 'Online')),
    ['grey', 'amber', 'blue', 'blue', 'green', 'blue', 'green', 'grey', 'grey'],
  )
  t.same([toneOf('Pending', 'Repair'), toneOf('Pending'), toneOf('Done', 'Other')], ['grey', 'amber', 'green'])
})

t.test('given statuses of payment and fulfilment, when their tones are asked for, then open ones wait', async (t) => {
  t.same(['Paid', 'Authorized', 'NotPaid', 'OverPaid', 'New'].map(paymentTone), ['green', 'blue', 'amber', 'amber', 'grey'])
  t.same(['Unfulfilled', 'PartiallyFulfilled', 'Fulfilled'].map(fulfilmentTone), ['grey', 'blue', 'green'])
})
