import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'

const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

type Violations = { id: string; nodes: { html: string; failureSummary: string }[] }[]

/** People of the sample tenant, by what they may do. */
export const people = {
  all: { userName: 'demo@example.com', password: 'demo-password' },
  bergen: { userName: 'bergen@example.com', password: 'demo-password' },
} as const

/** A window of the console in which somebody has signed in, with what the browser complains of. */
export async function consoleWindow(
  browser: Browser,
  address: string,
  { userName, password }: (typeof people)[keyof typeof people] = people.all,
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ colorScheme: 'light', locale: 'en-GB', reducedMotion: 'reduce' })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // The browser reports refusals too, which are meant: nobody is signed in yet, something is not there.
    const isRefusal = /status of 4(01|03|04) /.test(message.text())
    if (message.type() === 'error' && !isRefusal) complaints.push(message.text())
  })
  await page.goto(address)
  await page.getByLabel('User name').fill(userName)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  return { page, complaints }
}

/** What of the page as it is now violates WCAG 2.2 A or AA, as far as axe can see. */
export async function accessViolations(page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(axe)
  const run = `axe.run(document, { runOnly: ${JSON.stringify(levels)} }).then(({ violations }) => violations)`
  const violations = (await page.evaluate(run)) as Violations
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`))
}
