import { startBrowser } from '@open-oms/local-servers/start-browser'
import { goInside } from '@open-oms/system/browser/pages'
import { settled, watchRequests } from '@open-oms/system/browser/settled-page'
import { buildPages } from '@open-oms/system/start/build-pages'
import axe from 'axe-core'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import tap from 'tap'

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

// A system that production runs in refuses the password that everybody knows.
const password = process.env.OMS_USER_PASSWORD ?? 'demo-password'

/** People of the sample tenant, by what they may do. */
export const people = {
  all: { userName: 'demo@example.com', password },
  reader: { userName: 'reader@example.com', password },
  bergen: { userName: 'bergen@example.com', password },
} as const

export type Person = { userName: string; password: string }

/** A window of its own, with all that the browser complains of and asks for. */
export type ConsoleWindow = { context: BrowserContext; page: Page; complaints: string[]; requests: string[] }

let browser: Promise<Browser> | undefined

/**
 * One browser for all test files of this process, which have windows of their own. Call it before
 * the system starts: the pages are built then. It stops with the process.
 */
export function consoleBrowser(): Promise<Browser> {
  browser ??= startWithPages()
  return browser
}

async function startWithPages(): Promise<Browser> {
  await buildPages()
  const started = await startBrowser()
  tap.teardown(() => started.close())
  return started
}

/** Opens a window in which nobody is signed in. */
export async function openWindow(browser: Browser, options: BrowserContextOptions = {}): Promise<ConsoleWindow> {
  const context = await browser.newContext({ colorScheme: 'light', locale: 'en-GB', reducedMotion: 'reduce', ...options })
  watchRequests(context)
  await context.addInitScript(reportViolations)
  const page = await context.newPage()
  const complaints: string[] = []
  const requests: string[] = []
  context.on('request', (request) => requests.push(request.url()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // The browser reports refusals too, which are meant: nobody is signed in, something is not
    // there, another version; and what was 503, which has a look of its own below.
    const isRefusal = /status of (401|403|404|412|503) /.test(message.text())
    if (message.type() === 'error' && !isRefusal) complaints.push(message.text())
  })
  page.on('response', async (response) => {
    if (response.status() !== 503) return
    // A service that is late on a busy machine refuses what comes, and the page asks again.
    const body = await response.text().catch(() => '')
    if (!body.includes('too much to do')) complaints.push(`503 ${response.url()}: ${body}`)
  })
  return { context, page, complaints, requests }
}

/** Runs in the page: what its policy refuses is a complaint, whatever the browser itself says. */
function reportViolations(): void {
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
    console.error(`Refused by ${effectiveDirective}: ${blockedURI} ${sample}`),
  )
}

/** Fills in the page that asks for name and password. */
export async function signIn(page: Page, { userName, password }: Person): Promise<void> {
  await page.getByRole('textbox', { name: 'User name' }).fill(userName)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>
const cookiesOf = new Map<string, Cookies>()

/**
 * Opens an address of the console in a window of its own, with these options of the browser, in
 * which the person is signed in. The first window of a person asks for the password, the others
 * have its session: a name has ten attempts in five minutes.
 */
export async function consoleWindow(
  browser: Browser,
  address: string,
  person: Person & { options?: BrowserContextOptions } = people.all,
): Promise<ConsoleWindow> {
  const window = await openWindow(browser, person.options)
  const key = `${new URL(address).origin} ${person.userName}`
  const known = cookiesOf.get(key)
  if (known !== undefined) await window.context.addCookies(known)
  await window.page.goto(address)
  if (known === undefined) {
    await signIn(window.page, person)
    await window.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor({ state: 'detached' })
    cookiesOf.set(key, await window.context.cookies())
  }
  return window
}

/** After all sessions of people have ended: the next window of each asks for the password again. */
export function forgetSessions(): void {
  cookiesOf.clear()
}

/**
 * Goes to another page within the window, as a link does, and waits for what it asks for: what it
 * shows first may be from before.
 */
export async function openInside(page: Page, path: string): Promise<void> {
  await goInside(page, path)
  await settled(page)
}

/** Time in which something that must not happen would: it has no event to wait for. */
export async function timeToHappen(page: Page): Promise<void> {
  await page.waitForTimeout(300)
}

/**
 * What of the page as it is now violates WCAG 2.2 A or AA, as far as axe can see; one line for
 * each.
 */
export async function accessViolations(page: Page): Promise<string[]> {
  await settled(page)
  // By the debugger and not by an element: the policy of the page allows no script but its own. It
  // stays until the page is loaded again.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return await page.evaluate(async (tags) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    // What holds is not described: the selectors of thousands of elements cost more than the
    // checks.
    const { violations } = await axe.run({ runOnly: tags, resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`))
  }, levels)
}
