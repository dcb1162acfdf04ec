import type { Page } from '@open-oms/local-servers/start-browser'

/** What pages are about; a page without its subject is left out. */
export type Subjects = {
  orderId: string
  productId?: string
  customerId?: string
  customerKey?: string
  postingId?: string
  zReportId?: string
}

/**
 * The addresses of the pages of the console below `/console`, each once; `$` is the id of what it
 * is about.
 */
const addresses: readonly [path: string, subject?: keyof Subjects][] = [
  ['/'],
  ['/orders'],
  ['/orders/new'],
  ['/orders/drafts'],
  ['/orders/$', 'orderId'],
  ['/orders/$/versions', 'orderId'],
  ['/pick'],
  ['/returns'],
  ['/refund-requests'],
  ['/returns/$/1', 'orderId'],
  ['/customers'],
  ['/customers/$', 'customerKey'],
  ['/notifications'],
  ['/work'],
  ['/orders/$?workflow=open', 'orderId'],
  ['/work/deliveries'],
  ['/work/dead-letters'],
  ['/work/imports'],
  ['/account'],
  ['/stock'],
  ['/catalogue'],
  ['/catalogue/products/$', 'productId'],
  ['/catalogue/new-product'],
  ['/catalogue/marks'],
  ['/catalogue/business-customers'],
  ['/catalogue/business-customers/$', 'customerId'],
  ['/money'],
  ['/money?order=$', 'orderId'],
  ['/money/postings/$', 'postingId'],
  ['/money/trial-balance'],
  ['/money?store=Oslo-01'],
  ['/money/z-reports'],
  ['/money/z-reports/$', 'zReportId'],
  ['/reports'],
  ['/configuration'],
  ['/configuration?section=check'],
  ['/audit'],
]

/** The addresses of all pages that there is something for. */
export function consolePages(subjects: Subjects): string[] {
  return addresses.flatMap(([path, subject]) => {
    if (subject === undefined) return [path]
    const id = subjects[subject]
    return id === undefined ? [] : [path.replace('$', encodeURIComponent(id))]
  })
}

/** Goes to another page without loading the console again, as a link does. */
export async function goInside(page: Page, path: string): Promise<void> {
  // The router listens to the history of the window.
  await page.evaluate((address) => history.pushState({}, '', address), `/console${path === '/' ? '' : path}`)
}
