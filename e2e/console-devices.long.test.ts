// Shared process: the console's system.
import { settled } from '@open-oms/system/browser/settled-page'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { accessViolations, consoleBrowser, openInside, openWindow, people } from './console-window.ts'
import { paidOrder } from './paid-order.ts'
import { sharedSystem } from './shared-system.ts'

type Factory = { createPolicy: (name: string, rules: object) => void }

const { all: demo } = people

/** Everything of WCAG 2.2 A and AA that axe can see on the page as it is now. */
async function accessible(t: Test, page: Page, what: string): Promise<void> {
  t.same(await accessViolations(page), [], `axe: ${what}`)
}

const browser = await consoleBrowser()
const { system, client } = await sharedSystem()
const url = system.gatewayUrl
const id = 'console-device-1'
await client.call('POST', '/api/Orders', { body: paidOrder(id) })

t.test('given Norwegian, dark and a phone, when pages are opened, then they fit and are accessible', async (t) => {
  const phone = await openWindow(browser, { colorScheme: 'dark', locale: 'nb-NO', viewport: { width: 360, height: 740 } })
  await phone.page.goto(`${url}/console/orders`)
  await phone.page.getByRole('textbox', { name: 'Brukernavn' }).fill(demo.userName)
  await phone.page.getByRole('textbox', { name: 'Passord' }).fill(demo.password)
  await phone.page.getByRole('button', { name: 'Logg inn' }).click()
  await phone.page.getByRole('heading', { name: 'Ordrer' }).waitFor()
  await phone.page.getByRole('row').nth(1).waitFor()
  await accessible(t, phone.page, 'the list in dark on a phone')
  for (const [path, name] of [
    ['/orders', 'Ordrer'],
    [`/orders/${id}`, id],
  ] as const) {
    await openInside(phone.page, path)
    await phone.page.getByRole('heading', { level: 1, name }).waitFor()
    await settled(phone.page)
    const overflow = await phone.page.evaluate('document.documentElement.scrollWidth - innerWidth')
    t.equal(overflow, 0, `${path} needs no scrolling to the side`)
    const cut = await phone.page.evaluate(
      '((shop) => shop.scrollWidth - shop.clientWidth)(document.querySelector(".shell-shop"))',
    )
    t.equal(cut, 0, 'the name of the shop is whole')
  }
  await accessible(t, phone.page, 'an order in dark on a phone')
  t.equal(await phone.page.locator('html').getAttribute('lang'), 'nb')
  t.same(phone.complaints, [])
  await phone.context.close()
})

t.test(
  'given a script with text of somewhere, when it makes HTML or a worker of it, then it is refused and reported',
  async (t) => {
    const other = await openWindow(browser)
    await other.page.goto(`${url}/console`)
    await other.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    t.same(other.complaints, [], 'the page itself does neither')
    const attempts = await other.page.evaluate(async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      let reports = 0
      addEventListener('securitypolicyviolation', () => void (++reports === 4 && resolve()))
      const outcome = (attempt: () => void) => {
        try {
          attempt()
          return 'done'
        } catch (error) {
          return (error as Error).name
        }
      }
      const element = document.createElement('div')
      const script = document.querySelector('script')?.src as string
      const outcomes = {
        html: outcome(() => Object.assign(element, { innerHTML: '<img src=x onerror=alert(1)>' })),
        worker: outcome(() => new Worker(script)),
        address: outcome(() => Object.assign(document.createElement('script'), { src: script })),
        policy: outcome(() => (globalThis as never as { trustedTypes: Factory }).trustedTypes.createPolicy('mine', {})),
        text: outcome(() => Object.assign(element, { innerHTML: ':root { color: red }' })),
      }
      await promise
      return outcomes
    })
    t.same(attempts, { html: 'TypeError', worker: 'TypeError', address: 'TypeError', policy: 'TypeError', text: 'done' })
    const reports = other.complaints.filter((complaint) => complaint.startsWith('Refused by'))
    t.equal(reports.length, 4, reports.join('\n'))
    await other.context.close()
  },
)
