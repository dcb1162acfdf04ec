import t from 'tap'
import { builtInViews, chosenColumns, isSameSearch } from './built-in-views.ts'
import { readOrderView, toOrderSearch } from './order-view.ts'

const status = (name: string, flags: object = {}) => ({
  name,
  isDelivered: false,
  isCanceled: false,
  ...flags,
})

const orderTypes = [
  {
    name: 'Online',
    statuses: [status('Ny'), status('Plukkes'), status('Ferdig', { isDelivered: true })],
  },
  { name: 'Other', statuses: [status('Avbestilt', { isCanceled: true })] },
]

t.test(
  'given the statuses of a tenant, when views are defined, then each is a search by what its statuses are for',
  async (t) => {
    const views = builtInViews('kari@example.com', orderTypes)
    t.same(
      views.map(({ name, view }) => [name, toOrderSearch(view)]),
      [
        [
          'mine',
          {
            excludedStatuses: ['Ferdig', 'Avbestilt'],
            property: { key: 'Picker', value: 'kari@example.com' },
            sortOrder: 'CreatedDescending',
          },
        ],
        ['attention', { hasErrors: true, sortOrder: 'CreatedDescending' }],
        ['toPick', { isPickable: true, sortOrder: 'CreatedAscending' }],
        [
          'unpaid',
          {
            paymentStatuses: ['NotPaid', 'PartiallyPaid'],
            excludedStatuses: ['Ferdig', 'Avbestilt'],
            sortOrder: 'CreatedDescending',
          },
        ],
      ],
    )
    for (const { view } of views) t.same(readOrderView(view), view, 'an address can say it')
  },
)

t.test('given two views, when they differ in order and columns alone, then they are the same search', async (t) => {
  t.ok(isSameSearch({ status: ['A', 'B'], sort: 'TotalAscending' }, { status: ['B', 'A'], columns: ['status'] }))
  t.notOk(isSameSearch({ status: ['A'] }, { status: ['A'], errors: true }))
  t.notOk(isSameSearch({ saved: 's1' }, {}))
})

t.test('given columns of a view, when another view is shown, then only those that a person has chosen stay', async (t) => {
  const [, attention] = builtInViews('kari', orderTypes)
  t.same(chosenColumns(attention?.view ?? {}), {})
  t.same(chosenColumns({ columns: ['number', 'tags'] }), { columns: ['number', 'tags'] })
  t.same(chosenColumns({}), {})
})
