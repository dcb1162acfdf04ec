import { type Page, startBrowser } from '@open-oms/local-servers/start-browser'
import axe from 'axe-core'
import tap, { type Test } from 'tap'
import { en } from '../texts/en/console.ts'
import { type ExampleServer, startExampleServer } from './example-server.ts'

type Locator = ReturnType<Page['locator']>

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const TYPED = 'textarea:enabled, input:enabled:not([type=checkbox], [type=radio], [type=hidden], [readonly])'
const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

export type ConsolePage = { page: Page; server: ExampleServer; complaints: string[] }

let opened: Promise<ConsolePage> | undefined

/** One page of one browser, for all tests of a process. */
export function consolePage(): Promise<ConsolePage> {
  opened ??= open()
  return opened
}

async function open(): Promise<ConsolePage> {
  const server = await startExampleServer()
  const browser = await startBrowser()
  tap.teardown(async () => {
    await browser.close()
    await server.stop()
  })
  const context = await browser.newContext({ locale: 'en-GB', colorScheme: 'light', reducedMotion: 'reduce', viewport: DESKTOP })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.text().includes('MISSING_MESSAGE')) complaints.push(message.text())
  })
  return { page, server, complaints }
}

/** Goes to another page of the console, as a link does. */
export async function goTo({ page, server }: ConsolePage, path: string): Promise<void> {
  if (page.url().startsWith(server.url)) await page.evaluate((address) => history.pushState({}, '', address), `/console${path}`)
  else await page.goto(`${server.url}/console${path}`)
}

type FormCheck = {
  /** Opens it by keys alone, and returns the name of the control that the focus returns to. */
  open: () => Promise<string>
  form: Locator
  /** False for a list of choices, which loses nothing. */
  keepsText?: boolean
}

/**
 * Checks what holds for every dialog: it is named, its fields have labels, nothing violates WCAG in
 * light and dark, it is no wider than a phone, the keyboard stays in it, Esc does not lose what was
 * typed, and the focus returns.
 */
async function checkDialog(t: Test, { page }: ConsolePage, { open, form, keepsText = true }: FormCheck): Promise<void> {
  const opener = await open()
  await form.waitFor()
  await checkLooks(t, page, form)
  await checkKeys(t, page, form)
  const field = form.locator(TYPED).first()
  if (keepsText && (await field.count()) > 0) await checkTyped(t, page, { form, field })
  else await closeByKeys(page, form)
  await form.waitFor({ state: 'detached' })
  // The button of a menu is another element once the menu is loaded.
  const focused = () => page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent)
  await page.waitForFunction(() => document.activeElement !== document.body)
  t.equal(await focused(), opener, 'the focus is back where it came from')
}

/**
 * What is visible of a form: its name and labels in the light on a desktop, in the dark on a phone.
 */
export async function checkLooks(t: Test, page: Page, form: Locator): Promise<void> {
  t.same(await violations(page, form, rules), [], 'axe, light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize(PHONE)
  const wide = await form.evaluate((element) => {
    const isCut = (one: Element) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === 'visible'
    const parts = [document.documentElement, element, ...element.querySelectorAll('form, section, fieldset')]
    return parts
      .filter((one) => one.clientWidth > 0 && isCut(one))
      .map(({ tagName, className }) => `${tagName} ${String(className)}`)
  })
  t.same(wide, [], 'no wider than a phone')
  t.same(await violations(page, form, ['color-contrast']), [], 'axe, dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(DESKTOP)
}

/** Tab goes through what a dialog has, and stays in it. */
async function checkKeys(t: Test, page: Page, form: Locator): Promise<void> {
  const count = await form.locator('a[href], button:enabled, input:enabled, select:enabled, textarea:enabled').count()
  const reached = new Set<string>()
  for (let step = 0; step < Math.min(count, 6); step++) {
    await page.keyboard.press('Tab')
    const place = await form.evaluate((element) =>
      element.contains(document.activeElement)
        ? String([...element.querySelectorAll('*')].indexOf(document.activeElement as Element))
        : 'outside',
    )
    reached.add(place)
  }
  t.notOk(reached.has('outside'), 'the keyboard stays in the dialog')
  t.ok(reached.size >= Math.min(count, 6) / 2, `the keyboard reaches its controls: ${reached.size} of ${count}`)
}

async function checkTyped(t: Test, page: Page, { form, field }: { form: Locator; field: Locator }): Promise<void> {
  await field.focus()
  const before = await field.inputValue()
  await field.press('7')
  // A quantity may have a limit.
  if ((await field.inputValue()) === before) await field.press('1')
  const typed = await field.inputValue()
  await page.keyboard.press('Escape')
  // An open list of suggestions takes the first Esc.
  const question = form.getByRole('alert').filter({ hasText: en.shell.discard.title })
  if (!(await question.isVisible())) await page.keyboard.press('Escape')
  await question.waitFor()
  // A field for tags makes one of what was typed, when it is left.
  const isTag = (await form.getByText(typed, { exact: true }).count()) > 0
  t.ok(isTag || (await field.inputValue()) === typed, 'Esc keeps what was typed')
  await question.getByRole('button', { name: en.shell.discard.stay }).press('Enter')
  await question.waitFor({ state: 'detached' })
  await field.focus()
  await page.keyboard.press('Escape')
  if (!(await question.isVisible())) await page.keyboard.press('Escape')
  await question.getByRole('button', { name: en.shell.discard.discard, exact: true }).press('Enter')
}

/** An open list of choices takes the first Esc. */
async function closeByKeys(page: Page, form: Locator): Promise<void> {
  const hasList = await form.locator('[role=combobox][aria-expanded=true], [aria-haspopup=listbox][aria-expanded=true]').count()
  if (hasList > 0) await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
}

export type PageDialog = {
  path: string
  /** The button that opens it, or the menu that has it. */
  button: string
  /** Its entry in the menu. */
  entry?: string
  /** What is selected in a list before. */
  select?: string
  keepsText?: boolean
}

/** Checks a dialog of a page, which is opened by keys. */
export async function checkPageDialog(t: Test, shown: ConsolePage, { path, button, entry, select, keepsText }: PageDialog) {
  const { page } = shown
  await goTo(shown, path)
  if (select !== undefined) await page.getByRole('checkbox', { name: select }).setChecked(true)
  await checkDialog(t, shown, {
    form: page.getByRole('dialog'),
    ...(keepsText === undefined ? {} : { keepsText }),
    open: async () => {
      const name = await pressOpener(page.getByRole('button', { name: button, exact: true }))
      if (entry !== undefined) await chooseEntry(page, entry)
      return name
    },
  })
}

/** Presses Enter on a control, and returns its name. */
async function pressOpener(control: Locator): Promise<string> {
  const name = await control.evaluate((element) => element.ariaLabel ?? element.textContent)
  await control.press('Enter')
  return name
}

const ENTRIES_MAX = 40

/** Goes down the menu that has been opened to an entry, and chooses it. */
async function chooseEntry(page: Page, name: string): Promise<void> {
  // The menu takes the focus when it is there.
  await page.locator('[role=menu]:focus-within').waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  for (let step = 0; step < ENTRIES_MAX && (await focused()) !== name; step++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

async function violations(page: Page, form: Locator, checked: string[]): Promise<string[]> {
  // A colour on its way to that of the other theme has any contrast. What turns without end is not
  // waited for: it is there while something loads.
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    return Promise.allSettled(ending.map(({ finished }) => finished))
  })
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return await form.evaluate(async (element, tags) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run(element as HTMLElement, { runOnly: tags, resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`))
  }, checked)
}
