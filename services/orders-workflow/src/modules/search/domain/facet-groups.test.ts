import { facetTypes } from '@open-oms/contracts/orders/search/facet'
import t from 'tap'
import { facetGroups } from './facet-groups.ts'

const names = {
  stores: [{ id: 'S1', name: 'First store' }],
  markets: [{ id: 'NOR', name: 'Norway' }],
  orderTypes: [
    {
      orderStatuses: [
        { name: 'New', displayName: 'Brand new' },
        { name: 'Done', displayName: null },
      ],
    },
    { orderStatuses: [{ name: 'New', displayName: 'Another name' }] },
  ] as never,
}

t.test('when facets are made, then every group is there, in order', async (t) => {
  t.same(
    facetGroups([], names),
    facetTypes.map((facetType) => ({ facetType, facets: [] })),
  )
})

t.test('when facets are made, then values are sorted by count and value, with their configured names', async (t) => {
  const count = (facetType: (typeof facetTypes)[number], value: string, count: number) => ({ facetType, value, count })
  const groups = facetGroups(
    [
      count('SelectedStatuses', 'Done', 2),
      count('SelectedStatuses', 'Unknown', 2),
      count('SelectedStatuses', 'New', 7),
      count('SelectedStores', 'S1', 1),
      count('SelectedStores', 'S2', 3),
      count('SelectedMarkets', 'NOR', 1),
      count('Tags', 'S1', 1),
    ],
    names,
  )
  const group = (facetType: string) => groups.find((each) => each.facetType === facetType)?.facets
  t.same(group('SelectedStatuses'), [
    { name: 'Brand new', value: 'New', count: 7 },
    { name: 'Done', value: 'Done', count: 2 },
    { name: 'Unknown', value: 'Unknown', count: 2 },
  ])
  t.same(group('SelectedStores'), [
    { name: 'S2', value: 'S2', count: 3 },
    { name: 'First store', value: 'S1', count: 1 },
  ])
  t.same(group('SelectedMarkets'), [{ name: 'Norway', value: 'NOR', count: 1 }])
  t.same(group('Tags'), [{ name: 'S1', value: 'S1', count: 1 }], 'a tag that is called like a store is a tag')
})
