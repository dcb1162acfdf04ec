import t from 'tap'
import { staffQueues } from './queues.ts'

const status = (name: string, isOpen: boolean, isPicked = false) => ({ name, isOpen, isPicked })
const at = { now: new Date('2026-03-09T23:30:00Z'), zone: 'Europe/Oslo', userName: 'kari@example.com' }

t.test('given statuses, when queues are made, then each is a view of the orders that wait for it', async (t) => {
  const queues = staffQueues(
    { orderTypes: [{ statuses: [status('New', true), status('Packed', true, true), status('Done', false)] }], lateAfterDays: 2 },
    at,
  )
  const view = (name: string) => queues.find((queue) => queue.name === name)?.view
  t.match(view('mine'), { picker: 'kari@example.com', status: ['New', 'Packed'] })
  t.match(view('toPick'), { pickable: true })
  t.same(view('toPack')?.status, ['Packed'])
  t.match(view('late'), { status: ['New', 'Packed'], to: '2026-03-07', zone: 'Europe/Oslo' }, 'by the day of the zone')
  t.match(view('notPaid'), { payment: ['NotPaid', 'PartiallyPaid'] })
  t.match(view('outOfStock'), { stock: ['PartiallyInStock', 'NotInStock'], fulfilment: ['Unfulfilled', 'PartiallyFulfilled'] })
})

t.test('given no status for picked goods, when queues are made, then there is none to pack', async (t) => {
  const names = staffQueues({ orderTypes: [{ statuses: [status('New', true)] }], lateAfterDays: 0 }, at).map(({ name }) => name)
  t.same(names, ['mine', 'toPick', 'late', 'notPaid', 'outOfStock', 'holds', 'errors'])
})
