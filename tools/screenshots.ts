/**
 * Takes a picture of each page of a running system, in light, in dark and as on a phone, into
 * docs/tutorial/console; with `--all-sizes` at three widths in both themes. The pages are those of
 * the demo user; the system should have orders (`npm run demo`). A page of which the system has
 * nothing is left out, and named.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Page, startBrowser } from '@open-oms/local-servers/start-browser'
import { settled, watchRequests } from '@open-oms/system/browser/settled-page'
import { demoPerson, signIn } from '@open-oms/system/browser/sign-in'
import { commandLine } from '@open-oms/system/command-line'

type Browser = Awaited<ReturnType<typeof startBrowser>>
type Act = (page: Page) => Promise<void>
/** Brings the page to the content to capture; false: the system has none. */
type Open = (page: Page, orderId: string) => Promise<boolean>

const usage = `Usage: npm run screenshots -- [--url URL] [--user NAME] [--password PASSWORD] [--order ID] [--only PAGE,…] [--all-sizes] [--into FOLDER]

  --url URL            the system whose pages are taken, by default http://127.0.0.1:8080
  --user, --password   who signs in, by default the demo user
  --order ID           the order whose pages are taken, by default the first that is to be picked
  --only PAGE,…        only these pages, such as order,versions
  --all-sizes          at 1440, 1280 and 390 pixels, each in light and dark, instead of the
                       pictures of the tutorial
  --into FOLDER        where the pictures go, by default docs/tutorial/console
`
const { values } = commandLine({
  usage,
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    user: { type: 'string', default: demoPerson.userName },
    password: { type: 'string', default: demoPerson.password },
    order: { type: 'string' },
    only: { type: 'string' },
    'all-sizes': { type: 'boolean', default: false },
    into: { type: 'string', default: join(import.meta.dirname, '..', 'docs', 'tutorial', 'console') },
  },
})

/** So many times in a row, 100 ms apart, no loader is seen. */
const QUIET_CHECKS = 6

const desk = { width: 1280, height: 800 }
type Form = { name: string; colorScheme: 'light' | 'dark'; viewport: { width: number; height: number } }
const tutorialForms: readonly Form[] = [
  { name: 'light', colorScheme: 'light', viewport: desk },
  { name: 'dark', colorScheme: 'dark', viewport: desk },
  { name: 'phone', colorScheme: 'light', viewport: { width: 360, height: 740 } },
]
/** To look at every page as people have it. */
const allForms: readonly Form[] = [{ width: 1440, height: 900 }, desk, { width: 390, height: 844 }].flatMap((viewport) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ name: `${viewport.width}-${colorScheme}`, colorScheme, viewport })),
)
const forms = values['all-sizes'] ? allForms : tutorialForms

/** A file of three rows, of which one cannot be read. */
const sampleFile = Buffer.from(
  '{"id":"10001","storeId":"Oslo-01"}\n{"id":"10002","storeId":\n{"id":"10003","storeId":"Oslo-01"}\n',
)

/** Everything that there is a picture of, in the order in which it is taken. */
const subjects: Readonly<Record<string, Open>> = {
  home: at('/', (page) => page.getByRole('img', { name: /^Orders by hour/ }).waitFor()),
  orders: at('/orders'),
  shortcuts: at('/orders', async (page) => {
    await page.keyboard.press('Shift+?')
    await page.getByRole('dialog').waitFor()
  }),
  'new-order': at('/orders/new'),
  pick: at('/pick'),
  customers: at('/customers'),
  customer: (page) => firstLink(page, '/customers', '/customers/'),
  order: ofOrder(''),
  workflow: ofOrder('?workflow=open', (page) => page.getByRole('region', { name: 'Workflow' }).scrollIntoViewIfNeeded()),
  move: ofOrder('', async (page) => {
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Change status' }).click()
    await page.getByRole('dialog').getByLabel('Status').waitFor()
  }),
  deliver: ofOrder('', async (page) => {
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Ship items' }).click()
    await page
      .getByRole('dialog')
      .getByLabel(/^Quantity of/)
      .first()
      .fill('1')
  }),
  messages: ofOrder('', (page) => messagesRegion(page).scrollIntoViewIfNeeded()),
  message: async (page, orderId) => {
    if (!(await ofOrder('')(page, orderId))) return false
    const messages = messagesRegion(page).getByRole('button', { name: /^Open/ })
    if ((await messages.count()) === 0) return false
    await messages.first().click()
    await page.getByRole('dialog').getByRole('region', { name: 'Text' }).waitFor()
    return true
  },
  palette: async (page) => {
    await goTo(page, '/orders')
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Order number').waitFor()
    return true
  },
  versions: ofOrder('/versions'),
  returns: at('/returns'),
  return: (page) => firstLink(page, '/returns?queue=receive', '/returns/'),
  work: at('/work'),
  deliveries: at('/work/deliveries'),
  'dead-letters': at('/work/dead-letters'),
  imports: at('/work/imports', async (page) => {
    // Chosen and not sent: the system stays as it is.
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'orders.ndjson', mimeType: 'text/plain', buffer: sampleFile })
    await page.getByRole('button', { name: /^Import the other/ }).waitFor()
  }),
  stock: at('/stock'),
  catalogue: at('/catalogue'),
  product: (page) => firstLink(page, '/catalogue', '/catalogue/products/'),
  'new-product': at('/catalogue/new-product', async (page) => {
    const fields = { 'Product id': 'TEAPOT', Name: 'Teapot', Description: 'Stoneware, for four cups.', 'Price incl. VAT': '349' }
    for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text)
  }),
  money: at('/money', async (page) => {
    // Yesterday, which is shown first, may have no postings.
    const newest = page.getByRole('link', { name: 'the newest day with postings' })
    if ((await newest.count()) > 0) await newest.click()
  }),
  posting: (page, orderId) => firstLink(page, `/money?order=${encodeURIComponent(orderId)}`, '/money/postings/'),
  marks: at('/catalogue/marks'),
  'business-customers': at('/catalogue/business-customers'),
  'business-customer': (page) => firstLink(page, '/catalogue/business-customers', '/catalogue/business-customers/'),
  'trial-balance': at('/money/trial-balance'),
  'z-reports': at('/money/z-reports'),
  'z-report': (page) => firstLink(page, '/money/z-reports', '/money/z-reports/'),
  configuration: at('/configuration'),
}

function messagesRegion(page: Page) {
  return page.getByRole('region', { name: 'Messages' })
}

/** A page by its address, after what is done there. */
function at(path: string, act: Act = async () => undefined): Open {
  return async (page) => {
    await goTo(page, path)
    await act(page)
    return true
  }
}

/** The page of the order, or one below it, after what is done there. */
function ofOrder(below: string, act: Act = async () => undefined): Open {
  return async (page, orderId) => {
    if (orderId === '') return false
    await goTo(page, `/orders/${encodeURIComponent(orderId)}${below}`)
    await act(page)
    return true
  }
}

/** The page that the first link of a table leads to, of those that lead below an address. */
async function firstLink(page: Page, path: string, below: string): Promise<boolean> {
  await goTo(page, path)
  const link = page.locator(`table a[href^="/console${below}"]`).first()
  if ((await link.count()) === 0) return false
  await goTo(page, (await link.getAttribute('href'))?.replace('/console', '') ?? path)
  return true
}

async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(`${values.url}/console${path}`)
  await page.getByRole('main').waitFor()
  await loaded(page)
}

/**
 * Waits until nothing of the page has been loading for a while: a part that has come may load
 * others.
 */
async function loaded(page: Page): Promise<void> {
  await settled(page)
  const loaders = page.locator('.mantine-Loader-root, .mantine-Skeleton-root')
  for (let quiet = 0; quiet < QUIET_CHECKS; quiet = (await loaders.count()) > 0 ? 0 : quiet + 1) await page.waitForTimeout(100)
}

async function takeAll(browser: Browser, { name: form, ...options }: Form): Promise<void> {
  const only = values.only?.split(',')
  const context = await browser.newContext({ ...options, locale: 'en-GB', reducedMotion: 'reduce' })
  watchRequests(context)
  const page = await context.newPage()
  const take = async (subject: string) => {
    await loaded(page)
    await page.screenshot({ path: join(values.into, `${subject}-${form}.png`) })
  }
  await page.goto(`${values.url}/console/orders`)
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  if (only === undefined || only.includes('sign-in')) await take('sign-in')
  await signIn(page, { userName: values.user, password: values.password })
  await loaded(page)
  const orderId = values.order ?? ((await firstOrder(page, '/orders?pickable=true')) || (await firstOrder(page, '/orders')))
  for (const [subject, open] of Object.entries(subjects)) {
    if (only !== undefined && !only.includes(subject)) continue
    if (await open(page, orderId)) await take(subject)
    else process.stdout.write(`${subject}-${form}: the system has nothing to show there\n`)
  }
  await context.close()
}

/** The id of the order that is first in a list; empty when there is none. */
async function firstOrder(page: Page, list: string): Promise<string> {
  await goTo(page, list)
  const link = page.getByRole('row').getByRole('link').first()
  const address = (await link.count()) === 0 ? null : await link.getAttribute('href')
  return decodeURIComponent(address?.split('/').at(-1) ?? '')
}

mkdirSync(values.into, { recursive: true })
const browser = await startBrowser()
try {
  for (const form of forms) await takeAll(browser, form)
} finally {
  await browser.close()
}
