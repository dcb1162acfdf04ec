// Own process: its environment says what the site and the services are made from.
import { productVersion } from '@open-oms/contracts/version'
import { startBrowser } from '@open-oms/local-servers/start-browser'
import { buildDocsSite } from '@open-oms/system/start/build-pages'
import t, { type Test } from 'tap'
import { accessViolations, type ConsoleWindow, openWindow } from './console-window.ts'
import { systemUnderTest } from './system-under-test.ts'

const made = { revision: '0123456789abcdef0123456789abcdef01234567', date: '2026-01-31T08:00:00Z' }
Object.assign(process.env, { OMS_REVISION: made.revision, OMS_BUILD_DATE: made.date })
await buildDocsSite()
const browser = await startBrowser()
t.teardown(() => browser.close())
const { system } = await systemUnderTest(t)
const url = system.gatewayUrl
const site = `${url}/docs/site`

/** Nothing was refused by the policy, nothing failed, and nothing was asked of another host. */
function assertQuiet(t: Test, { complaints, requests }: ConsoleWindow): void {
  t.same(complaints, [])
  t.same(
    requests.filter((asked) => new URL(asked).origin !== url),
    [],
  )
}

t.test('given the pages of a gateway, when the link to all pages is followed, then the site opens', async (t) => {
  const page = await browser.newPage()
  for (const path of ['/docs', '/docs/guides']) {
    await page.goto(`${url}${path}`)
    await page.getByRole('link', { name: 'All pages' }).click()
    await page.getByRole('heading', { name: 'Documentation', level: 1 }).waitFor()
  }
  t.equal(page.url(), `${site}/`)
  await page.close()
})

t.test('given a site and a system of a commit, when both are asked, then they say the same version and commit', async (t) => {
  t.match(await (await fetch(`${url}/health`)).json(), { version: productVersion, ...made })
  const page = await (await fetch(`${site}/`)).text()
  t.match(page, `<meta name="version" content="${productVersion} (0123456789ab, 2026-01-31)">`)
})

t.test('given a word of one page, when it is searched and the result followed, then its section is shown', async (t) => {
  const window = await openWindow(browser)
  const { page } = window
  await page.goto(`${site}/`)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('searchbox').fill('OmsEventsNotPublished')
  const result = page.getByRole('option').filter({ hasText: 'Respond to alerts' }).first()
  await result.waitFor()
  await page.getByRole('button', { name: 'Display detailed list' }).click()
  await page.locator('.excerpt', { hasText: 'Events wait in the outbox' }).first().waitFor()
  await result.click()
  await page.waitForURL(`${site}/how-to/respond-to-alerts.html#omseventsnotpublished`)
  await page.getByRole('heading', { name: 'OmsEventsNotPublished' }).waitFor()
  assertQuiet(t, window)
})

t.test('given templates with braces and tags, when their page is shown, then they are text', async (t) => {
  const window = await openWindow(browser)
  const { page } = window
  await page.goto(`${site}/how-to/declare-fields.html`)
  await page.getByText('{{ order.properties | property: "giftMessage" }}').waitFor()
  await page.goto(`${site}/reference/command-line.html`)
  await page.getByRole('heading', { name: 'Exit codes' }).waitFor()
  t.notMatch(await page.locator('main').textContent(), /<!--|\[object|undefined/)
  assertQuiet(t, window)
})

t.test('given a page of the project and a folder, when their links are followed, then they are pages of the site', async (t) => {
  const window = await openWindow(browser)
  const { page } = window
  await page.goto(`${site}/`)
  await page.locator('main').getByRole('link', { name: 'CONTRIBUTING' }).click()
  await page.waitForURL(`${site}/project/contributing.html`)
  await page.goBack()
  await page.locator('main').getByRole('link', { name: 'Decisions' }).click()
  await page.waitForURL(/\/explanation\/adr\/0001-.*\.html$/)
  // Beside it is every decision.
  await page.locator('.VPSidebar a').nth(150).waitFor()
  assertQuiet(t, window)
})

t.test('given light and dark, a desk and a phone, when two pages are shown, then all can use them', async (t) => {
  const sizes = { desk: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } }
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [name, viewport] of Object.entries(sizes)) {
      const window = await openWindow(browser, { colorScheme, viewport })
      for (const path of ['how-to/monitor.html', 'reference/templates.html']) {
        await window.page.goto(`${site}/${path}`)
        await window.page.locator('h1').waitFor()
        t.same(await accessViolations(window.page), [], `${path}, ${colorScheme}, ${name}`)
        t.equal(await window.page.locator('html.dark').count(), colorScheme === 'dark' ? 1 : 0)
        const wider = await window.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        t.ok(wider <= 0, `${path}, ${name}: the page itself does not scroll sideways`)
      }
      assertQuiet(t, window)
      await window.context.close()
    }
})
