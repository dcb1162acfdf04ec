import t from 'tap'
import { changedProductList, readMarkView, readProductListView, toProductSearch } from './catalogue-view.ts'

t.test('given an address, when it is read, then it has what the list knows and nothing else', async (t) => {
  const address = { text: '1001', kind: 'bundle', contains: 'CUP', page: '3' }
  t.same(readProductListView(address), { text: '1001', kind: 'bundle', contains: 'CUP' })
  t.same(readProductListView({ text: '', kind: 'gift', contains: ['CUP'] }), {})
  t.same(readMarkView({ mark: '4711', text: 'x' }), { mark: '4711' })
})

t.test('given a view, when a filter is emptied, then it is not in the address', async (t) => {
  t.same(changedProductList({ text: 'cup', kind: 'package' }, { text: '' }), { kind: 'package' })
  t.same(changedProductList({ text: 'cup' }, { kind: undefined, contains: 'BEAN' }), { text: 'cup', contains: 'BEAN' })
})

t.test('given a view, when products are searched, then its filters are those of the API', async (t) => {
  t.same(toProductSearch({}), {})
  t.same(toProductSearch({ text: 'cup', kind: 'package', contains: 'BEAN' }), {
    searchText: 'cup',
    isPackage: true,
    componentIds: ['BEAN'],
  })
  t.same(toProductSearch({ kind: 'bundle' }), { isBundle: true })
})
