import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../root.ts'
import { consolePages } from './pages.ts'

const sources = join(root, 'packages', 'console', 'src')

t.test('given the routes of the console, when its pages are listed, then each route has one', async (t) => {
  const files = globSync('**/*routes.{ts,tsx}', { cwd: sources })
  const routes = files.flatMap((file) => [...readFileSync(join(sources, file), 'utf8').matchAll(/\bpath: '([^']+)'/g)])
  t.ok(routes.length > 15)
  const ids = { orderId: '1', productId: '2', customerId: '3', customerKey: 'id:3', postingId: '4', zReportId: '5' }
  const pages = consolePages(ids).map((page) => page.replace(/\?.*/, ''))
  for (const [, path = ''] of routes) {
    const pattern = new RegExp(`${path.replaceAll(/\$\w+/g, '[^/]+')}$`)
    t.ok(path === '/' || pages.some((page) => pattern.test(page)), path)
  }
})

t.test('given no posting, when pages are listed, then the page of a posting is left out', async (t) => {
  t.notMatch(consolePages({ orderId: 'a/b' }).join(), /postings|undefined/)
  t.ok(consolePages({ orderId: 'a/b' }).includes('/orders/a%2Fb'))
})
