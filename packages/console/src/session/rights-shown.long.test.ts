// Shared process: the console in a browser.
import t from 'tap'
import { checkLooks, checkPageDialog, consolePage, goTo } from '../testing/console-page.ts'
import { recordedBody } from '../testing/example-server.ts'
import { auditEn } from '../texts/en/audit.ts'
import { newOrderEn } from '../texts/en/new-order.ts'
import { orderEn } from '../texts/en/order.ts'
import { storedEn } from '../texts/en/stored.ts'
import type { Session } from './session.ts'

const shown = await consolePage()
const { page, server } = shown
const session = recordedBody('getSession') as Session
const { order } = recordedBody('capturePayment') as { order: { id: string } }
const all = [
  'Refund',
  'Cancel',
  'OverridePrice',
  'Purge',
  'Export',
  'SeePersonalData',
  'Messages',
  'Configuration',
  'Users',
  'Till',
]
const roles = {
  roles: [
    {
      name: 'Cashier',
      description: 'Sells and takes back',
      roles: ['OrderAdmin'],
      permissions: ['Refund', 'Till'],
      refundLimits: [{ currency: 'NOK', perDay: 10_000, alone: 2_500 }],
    },
  ],
}
const users = { users: [{ userName: 'per@example.com', displayName: 'Per', roles: ['Cashier'], networks: ['10.0.0.0/8'] }] }

/** Signs in someone with some permissions: the page asks again who it is. */
async function signedIn(permissions: readonly string[], held = ['OrderAdmin', 'ProductAdmin', 'AccountingRead']) {
  const user = { ...session.user, roles: held, permissions, refundLimits: null, storeIds: [] }
  server.answer('getSession', { status: 200, body: { ...session, user } })
  await goTo(shown, '/orders')
  await page.reload()
  await page.getByRole('navigation', { name: 'Navigation' }).waitFor()
}

const links = async () => page.getByRole('navigation', { name: 'Navigation' }).getByRole('link').allTextContents()
const entries = async (path: string) => {
  server.answer('getOrder', { status: 200, body: order })
  await goTo(shown, path)
  await page.getByRole('button', { name: orderEn.actions.open, exact: true }).click()
  await page.getByRole('menuitem').first().waitFor()
  const names = await page.getByRole('menuitem').allTextContents()
  await page.keyboard.press('Escape')
  return names
}
const { actions } = orderEn
const guarded = [actions.cancelOrder, actions.cancel, actions.cancelLine, actions.refundAmount, actions.sendInvoice]

t.test('given a person with all permissions, when they look, then everything is offered', async (t) => {
  await signedIn(all)
  t.ok((await links()).includes('Audit log'))
  const names = await entries(`/orders/${order.id}`)
  t.same(
    guarded.filter((name) => !names.includes(name)),
    [],
  )
})

t.test(
  'given a person without permissions, when they look, then what they may not do is not offered, and the rest is',
  async (t) => {
    await signedIn([])
    const pages = await links()
    t.notOk(pages.includes('Audit log') || pages.includes('Customers'), pages.join())
    t.ok(pages.includes('Configuration'), 'what runs may be read')
    const names = await entries(`/orders/${order.id}`)
    t.same(
      guarded.filter((name) => names.includes(name)),
      [],
    )
    t.ok(names.includes(actions.deliver) && names.includes(actions.hold))
    await goTo(shown, '/configuration?section=people')
    await page.getByRole('link', { name: 'Order types' }).waitFor()
    t.equal(await page.getByRole('link', { name: 'Users and roles' }).count(), 0)
    await goTo(shown, '/audit')
    await page.getByText(auditEn.forbidden.title).waitFor()
  },
)

t.test('given a link with a text of someone else, when who sees no customers opens it, then numbers are searched', async (t) => {
  await signedIn([])
  const searched = async (path: string, api: string) => {
    // Counts of tiles are asked for by the same call.
    const isSearch = ({ orderNumber }: { orderNumber?: string }) => orderNumber !== undefined
    const asked = page.waitForRequest(
      (request) => new URL(request.url()).pathname.endsWith(api) && isSearch(request.postDataJSON()),
    )
    await goTo(shown, path)
    await page.getByText(/^You do not see who customers are, so only /).waitFor()
    return (await asked).postDataJSON()
  }
  const orders = await searched('/orders?text=1007&customer=Kari&sort=CustomerNameAscending', '/Orders/SearchSummaries')
  t.match(orders, { orderNumber: '1007', sortOrder: 'CreatedDescending', searchText: undefined, customerName: undefined })
  t.match(await searched('/returns?text=1007', '/Returns/SearchReturnOrders'), { orderNumber: '1007', searchText: undefined })
})

t.test('given business customers without orders, when customers are searched, then who may read them finds them', async (t) => {
  await signedIn(all)
  server.answer('listBusinessCustomers', { status: 200, body: { result: [{ id: 'fjord', name: 'Fjord Kaffe' }], next: null } })
  await goTo(shown, '/customers?text=fjord')
  await page.getByRole('region', { name: 'Business customers without orders' }).waitFor()
  await checkLooks(t, page, page.getByRole('main'))
  t.equal(
    await page.getByRole('link', { name: 'Fjord Kaffe' }).getAttribute('href'),
    '/console/catalogue/business-customers/fjord',
  )
  server.answer('listBusinessCustomers', null)
  await signedIn(all, ['OrderAdmin'])
  await goTo(shown, '/customers?text=fjord')
  await page.getByRole('main').getByRole('table').first().waitFor()
  t.equal(await page.getByText('Business customers without orders').count(), 0)
})

t.test('given the audit log, when it is opened, then it is usable, and a record shows all that is known', async (t) => {
  await signedIn(all)
  await goTo(shown, '/audit')
  const record = page.getByRole('button', { name: `${auditEn.acts.ConfigurationChange} by demo` })
  await record.first().waitFor()
  await checkLooks(t, page, page.getByRole('main'))
  const name = (await record.first().getAttribute('aria-label')) ?? ''
  await checkPageDialog(t, shown, { path: '/audit', button: name, keepsText: false })
})

t.test('given the page of users, when a role or a user is edited, then the form is usable', async (t) => {
  const document = { name: 'roles.json', version: 1, isStored: true, changed: '2026-03-02T09:30:00.000Z', changedBy: 'demo' }
  const text = JSON.stringify({ ...roles, ...users })
  server.answer('getConfigurationDocument', { status: 200, body: { ...document, note: null, text } })
  await goTo(shown, '/configuration?section=people')
  await page
    .getByRole('cell', { name: /Cashier/ })
    .first()
    .waitFor()
  await checkLooks(t, page, page.getByRole('main'))
  const path = '/configuration?section=people'
  await checkPageDialog(t, shown, { path, button: 'Change role Cashier' })
  await checkPageDialog(t, shown, { path, button: storedEn.namedRoles.add })
  await checkPageDialog(t, shown, { path, button: 'Change per@example.com' })
  server.answer('getConfigurationDocument', null)
})

t.test('given drafts, when they are listed, then the page is usable', async (t) => {
  await goTo(shown, '/orders/drafts')
  await page.getByRole('link', { name: 'Kari Nordmann' }).waitFor()
  await checkLooks(t, page, page.getByRole('main'))
  await page.getByRole('button', { name: 'Discard the draft for Kari Nordmann' }).click()
  await page.getByRole('button', { name: 'Permanently discard the draft for Kari Nordmann' }).waitFor()
  t.equal(await page.getByRole('heading', { name: newOrderEn.drafts.title }).count(), 1)
})

t.test('given all of these, then the page has thrown nothing', async (t) => {
  server.answer('getSession', null)
  t.same(shown.complaints, [])
  t.same([...server.unanswered], [])
})
