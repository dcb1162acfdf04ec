import t from 'tap'
import { changedDeskView, deskStatuses, readDeskView, stageIn, toReturnSearch } from './desk-view.ts'

const status = (name: string, is: { isDelivered?: boolean; isCanceled?: boolean } = {}) => ({
  ...{ name, isDelivered: false, isCanceled: false },
  ...is,
})
const type = {
  statuses: [
    status('New'),
    status('InProgress'),
    status('Checked'),
    status('Completed', { isDelivered: true }),
    status('Cancelled', { isCanceled: true }),
    status('Deleted'),
  ],
}
const zone = 'Europe/Oslo'

t.test('given an address, when it is read, then what it does not understand is left out', async (t) => {
  const view = { text: 'kari', queue: 'refund', status: 'New', store: 'Oslo-01', from: '2026-03-01', to: '2026-03-02' }
  t.same(readDeskView(view), view)
  t.same(readDeskView({ text: '', queue: 'other', status: ['a', 'b'], from: 'soon', page: '2' }), {})
})

t.test('given a view, when a filter is emptied, then it is not in the address any more', async (t) => {
  t.same(changedDeskView({ text: 'kari', queue: 'refund' }, { text: '', queue: undefined, store: 'Oslo-01' }), {
    store: 'Oslo-01',
  })
})

t.test('given a queue, when it is searched, then what waits longest comes first', async (t) => {
  const search = (view: Parameters<typeof toReturnSearch>[0]) => toReturnSearch(view, { awaited: 'New', zone })
  t.same(search({}), { sortOrder: 'CreatedDescending' })
  t.same(search({ queue: 'receive' }), { selectedStatuses: ['New'], sortOrder: 'CreatedAscending' })
  t.same(search({ queue: 'refund', text: 'RMA-1' }), { searchText: 'RMA-1', awaitsRefund: true, sortOrder: 'CreatedAscending' })
  t.same(search({ status: 'Completed', store: 'Oslo-01', from: '2026-03-01', to: '2026-03-01' }), {
    selectedStatuses: ['Completed'],
    selectedStores: ['Oslo-01'],
    createdFrom: '2026-02-28T23:00:00.000Z',
    createdTo: '2026-03-01T22:59:59.999Z',
    sortOrder: 'CreatedDescending',
  })
})

t.test('given the statuses of return forms, when a form is at the desk, then its stage follows', async (t) => {
  const statuses = deskStatuses(type)
  t.same(statuses, { awaited: 'New', received: ['InProgress', 'Checked'], paid: ['Completed'], rejected: ['Cancelled'] })
  const stages = ['New', null, 'Checked', 'Completed', 'Cancelled', 'Deleted', 'removed from the configuration']
  t.same(
    stages.map((one) => stageIn(statuses, one)),
    ['awaited', 'awaited', 'received', 'paid', 'rejected', 'rejected', 'received'],
  )
  t.same(deskStatuses(undefined), { awaited: null, received: [], paid: [], rejected: [] })
})
