// Shared process: a started system.
import { startBrowser } from '@open-oms/local-servers/start-browser'
import type { Browser, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { sharedSystem } from './shared-system.ts'

/** All that a first visit of `/docs` may take over the network. */
const BYTES_MAX = 1_500_000

type Visit = { page: Page; requests: string[]; complaints: string[]; bytes: number }

const demo = { clientId: 'demo', clientSecret: 'demo-secret' }

t.test('given the pages of a gateway, when a browser uses them as a developer does, then they work', async (t) => {
  const { gatewayUrl } = (await sharedSystem()).system
  const browser = await startBrowser()
  t.teardown(() => browser.close())
  const visit = await watchedPage(browser, gatewayUrl)
  await tryOperations(t, visit, gatewayUrl)
  await readPages(t, visit, gatewayUrl)
  t.same(visit.complaints, [], 'no violation of the policy and no error in the console')
  const elsewhere = visit.requests.filter((url) => new URL(url).origin !== gatewayUrl)
  t.same(elsewhere, [], 'no request leaves the gateway')
})

async function tryOperations(t: Test, visit: Visit, gatewayUrl: string): Promise<void> {
  const { page } = visit

  await t.test('given a browser, when it opens the documentation, then the operations are shown', async (t) => {
    await page.goto(`${gatewayUrl}/docs`)
    await page.getByRole('heading', { name: 'Open order management' }).waitFor()
    await page.waitForLoadState('networkidle')
    t.comment(`/docs: ${visit.bytes} bytes in ${visit.requests.length} requests`)
    t.ok(visit.bytes > 100_000 && visit.bytes < BYTES_MAX, `${visit.bytes} bytes`)
  })

  await t.test('given a client, when it signs in and sends a search, then the page shows the response', async (t) => {
    const signIn = async (secret: string) => {
      await page.locator('#sign-in').getByLabel('Client id').fill(demo.clientId)
      await page.locator('#sign-in').getByLabel('Client secret').fill(secret)
      await page.locator('#sign-in').getByRole('button').click()
    }
    await page.goto(`${gatewayUrl}/docs#tag/orders/searchOrders`)
    await page.locator('#account summary').click()
    await signIn('not the secret')
    await page.locator('#account [role=status]:not(:empty)').waitFor()
    await signIn(demo.clientSecret)
    await page.locator('#account summary', { hasText: demo.clientId }).waitFor()
    await page.getByRole('button', { name: /Test Request.*\/api\/Orders\/Search\)/s }).click()
    const received = page.waitForResponse((one) => one.url().endsWith('/api/Orders/Search'))
    await page.getByRole('button', { name: /^Send/ }).first().click()
    const response = await received
    t.equal(response.status(), 200)
    t.match(response.request().headers().authorization, /^Bearer /)
    await page.getByText('200 OK').waitFor()
    await page.locator('.cm-line', { hasText: 'totalHitsIsExact' }).waitFor()
  })
}

async function readPages(t: Test, { page }: Visit, gatewayUrl: string): Promise<void> {
  await t.test('given a guide, when a language is chosen, then all samples of all guides are in it', async (t) => {
    await page.goto(`${gatewayUrl}/docs/guides/first-order`)
    await page.getByText('Python').nth(1).click()
    t.equal(await page.locator('pre.python:visible').count(), await page.locator('pre.python').count())
    await page.getByRole('link', { name: 'Pay and capture' }).first().click()
    await page.getByRole('heading', { name: 'Pay and capture' }).waitFor()
    t.ok((await page.locator('pre.python:visible').count()) > 3)
    t.equal(await page.locator('pre.sh:visible').count(), 0)
    t.equal(await page.locator('#account summary').textContent(), demo.clientId, 'still signed in')
  })

  await t.test('given a call of a guide, when its link is followed, then the operation is shown', async (t) => {
    await page.getByRole('link', { name: 'createOrder' }).first().click()
    await page.waitForURL(/\/docs#tag\/orders\/createOrder$/)
    await page.getByRole('button', { name: /Test Request.*\(post \/api\/Orders\)/s }).waitFor()
    t.pass('it held')
  })

  await t.test('given the table of errors, when the theme is changed, then it stays so', async (t) => {
    await page.goto(`${gatewayUrl}/docs/errors#VersionConflict`)
    t.equal(await page.locator('tr:target td').nth(1).textContent(), '412')
    await page.getByRole('button', { name: 'Light or dark' }).click()
    await page.reload()
    t.equal(await page.locator('html.dark').count(), 1)
  })
}

/** A page in a window of its own, with all that it asks for and what the browser complains of. */
async function watchedPage(browser: Browser, origin: string): Promise<Visit> {
  const context = await browser.newContext({ colorScheme: 'light' })
  const visit: Visit = { page: await context.newPage(), requests: [], complaints: [], bytes: 0 }
  context.on('request', (request) => visit.requests.push(request.url()))
  visit.page.on('pageerror', (error) => visit.complaints.push(error.message))
  visit.page.on('console', (message) => {
    // The browser reports the refused sign-in too, which is meant.
    if (message.type() === 'error' && message.location().url !== `${origin}/oauth/token`) visit.complaints.push(message.text())
  })
  const network = await context.newCDPSession(visit.page)
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    visit.bytes += encodedDataLength
  })
  await network.send('Network.enable')
  return visit
}
