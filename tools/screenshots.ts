/**
 * Takes a picture of each page of a running system, in light, in dark and as on a phone, into docs/tutorial/console. The pages are
 * those of the demo user; the system should have orders (`npm run demo`).
 *
 *   npm run screenshots -- --url http://127.0.0.1:8080
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startBrowser } from '@oms/local-servers/start-browser'
import { settled, watchRequests } from './settled-page.ts'

type Browser = Awaited<ReturnType<typeof startBrowser>>
type Page = Awaited<ReturnType<Browser['newPage']>>

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    user: { type: 'string', default: 'demo@example.com' },
    password: { type: 'string', default: 'demo-password' },
  },
})
const folder = join(import.meta.dirname, '..', 'docs', 'tutorial', 'console')

const desk = { width: 1280, height: 800 }
const forms = [
  { name: 'light', colorScheme: 'light', viewport: desk },
  { name: 'dark', colorScheme: 'dark', viewport: desk },
  { name: 'phone', colorScheme: 'light', viewport: { width: 360, height: 740 } },
] as const

async function takeAll(browser: Browser, { name, ...options }: (typeof forms)[number]): Promise<void> {
  const context = await browser.newContext({ ...options, locale: 'en-GB', reducedMotion: 'reduce' })
  watchRequests(context)
  const page = await context.newPage()
  const take = async (subject: string) => {
    await settled(page)
    await page.screenshot({ path: join(folder, `${subject}-${name}.png`) })
  }
  await page.goto(`${values.url}/console/orders`)
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await take('sign-in')
  await signIn(page)
  await page.getByRole('row').nth(1).waitFor()
  await take('orders')
  await page.getByRole('row').nth(1).getByRole('link').click()
  await page.getByRole('heading', { name: 'Timeline' }).waitFor()
  await take('order')
  await page.getByRole('button', { name: 'Move to status' }).click()
  await page.getByRole('dialog').getByLabel('Status').waitFor()
  await take('move')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Order number').waitFor()
  await take('palette')
  await context.close()
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('User name').fill(values.user)
  await page.getByRole('textbox', { name: 'Password' }).fill(values.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

mkdirSync(folder, { recursive: true })
const browser = await startBrowser()
try {
  for (const form of forms) await takeAll(browser, form)
} finally {
  await browser.close()
}
