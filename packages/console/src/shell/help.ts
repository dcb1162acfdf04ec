/** The list of all guides that the gateway serves. */
export const ALL_GUIDES = '/docs/guides'

/** The guide for what a page is for; the first address that a page's address begins with counts. */
const guides: readonly [address: string, guide: string][] = [
  ['/orders/new', 'the-console'],
  ['/orders/drafts', 'the-console'],
  ['/orders/', 'explain-why-an-order-waits'],
  ['/orders', 'work-on-many-orders'],
  ['/pick', 'print-pick-lists'],
  ['/customers', 'the-console'],
  ['/work/deliveries', 'receive-webhooks'],
  ['/work/dead-letters', 'replay-dead-letters'],
  ['/work/imports', 'import-from-another-system'],
  ['/work', 'work-with-queues'],
  ['/stock', 'work-with-products'],
  ['/catalogue', 'work-with-products'],
  ['/money', 'close-a-day'],
  ['/reports', 'run-reports'],
  ['/configuration', 'check-a-configuration-before-use'],
  ['/audit', 'read-the-audit-log'],
]

/** Where the help of a page is: the guide for what is done there. */
export function helpAddress(pathname: string): string {
  const guide = guides.find(([address]) => pathname.startsWith(address))?.[1] ?? 'the-console'
  return `${ALL_GUIDES}/${guide}`
}
