import axe from 'axe-core'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { settled, watchRequests } from '../tools/settled-page.ts'

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** People of the sample tenant, by what they may do. */
export const people = {
  all: { userName: 'demo@example.com', password: 'demo-password' },
  reader: { userName: 'reader@example.com', password: 'demo-password' },
  bergen: { userName: 'bergen@example.com', password: 'demo-password' },
} as const

export type Person = { userName: string; password: string }

/** A window of its own, with all that the browser complains of and asks for. */
export type ConsoleWindow = { context: BrowserContext; page: Page; complaints: string[]; requests: string[] }

/** Opens a window in which nobody is signed in. */
export async function openWindow(browser: Browser, options: BrowserContextOptions = {}): Promise<ConsoleWindow> {
  const context = await browser.newContext({ colorScheme: 'light', locale: 'en-GB', reducedMotion: 'reduce', ...options })
  watchRequests(context)
  const page = await context.newPage()
  const complaints: string[] = []
  const requests: string[] = []
  context.on('request', (request) => requests.push(request.url()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // The browser reports refusals too, which are meant: nobody is signed in, something is not there, another version.
    const isRefusal = /status of 4(01|03|04|12) /.test(message.text())
    if (message.type() === 'error' && !isRefusal) complaints.push(message.text())
  })
  return { context, page, complaints, requests }
}

/** Fills in the page that asks for name and password. */
export async function signIn(page: Page, { userName, password }: Person): Promise<void> {
  await page.getByRole('textbox', { name: 'User name' }).fill(userName)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Opens an address of the console in a window of its own and signs in there. */
export async function consoleWindow(browser: Browser, address: string, person: Person = people.all): Promise<ConsoleWindow> {
  const window = await openWindow(browser)
  await window.page.goto(address)
  await signIn(window.page, person)
  return window
}

/** What of the page as it is now violates WCAG 2.2 A or AA, as far as axe can see; one line for each. */
export async function accessViolations(page: Page): Promise<string[]> {
  await settled(page)
  // By the debugger and not by an element: the policy of the page allows no script but its own.
  await page.evaluate(axe.source)
  return await page.evaluate(async (tags) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run({ runOnly: tags })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`))
  }, levels)
}
