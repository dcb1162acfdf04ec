import t from 'tap'
import { searchPage } from './search-page.ts'

t.test('when a page is read, then pages count from 1, and 0 is the first one too', async (t) => {
  t.same(searchPage({}), { take: 20, skip: 0 })
  t.same(searchPage({ take: 7, page: 0 }), { take: 7, skip: 0 })
  t.same(searchPage({ take: 7, page: 1 }), { take: 7, skip: 0 })
  t.same(searchPage({ take: 7, page: 3 }), { take: 7, skip: 14 })
})

t.test('when take × page is above 10,000, then it raises WindowExceeded', async (t) => {
  t.same(searchPage({ take: 100, page: 100 }), { take: 100, skip: 9_900 })
  t.same(searchPage({ take: 1, page: 10_000 }), { take: 1, skip: 9_999 })
  for (const page of [
    { take: 100, page: 101 },
    { take: 1, page: 10_001 },
    { take: 3, page: 3_334 },
  ])
    t.throws(() => searchPage(page), { code: 'WindowExceeded', message: /Scroll/ })
})
