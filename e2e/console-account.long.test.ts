import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@open-oms/local-servers/free-port'
import { TOTP } from 'otpauth'
import type { BrowserContext, Page } from 'playwright-core'
import t from 'tap'
import { accessViolations, consoleBrowser, openWindow, type Person, people } from './console-window.ts'
import { systemUnderTest } from './system-under-test.ts'

const NEXT = 'purple lantern voyage moss'
/** A device that checks who uses it, as a phone does. */
const device = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const

/** The sample tenant in which a confirmation counts for a minute, and Ola has a first password. */
async function tenant(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'oms-tenant-'))
  await cp(join(import.meta.dirname, '..', 'config'), folder, { recursive: true })
  const change = async (file: string, work: (content: never) => void) => {
    const content = JSON.parse(await readFile(join(folder, file), 'utf8'))
    work(content as never)
    await writeFile(join(folder, file), JSON.stringify(content))
  }
  await change('sign-in.json', (content: { stepUpMinutes: number }) => Object.assign(content, { stepUpMinutes: 1 }))
  await change('users.json', ({ users }: { users: { userName: string }[] }) => {
    for (const user of users)
      if (user.userName === people.reader.userName) Object.assign(user, { mustChangePassword: true, needsSecondFactor: true })
  })
  return folder
}

async function addDevice(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options: device })
}

async function enter(page: Page, { userName, password }: Person): Promise<void> {
  await page.getByRole('textbox', { name: 'User name' }).fill(userName)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function changePassword(page: Page, from: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Current password' }).fill(from)
  await page.getByRole('textbox', { name: 'New password' }).fill(NEXT)
  await page.getByRole('button', { name: 'Change the password' }).click()
}

t.test('given a person, when they look after how they sign in, then passkey, app and password are theirs', async (t) => {
  const browser = await consoleBrowser()
  const [configDir, port] = [await tenant(), await freePort()]
  t.teardown(() => rm(configDir, { recursive: true, force: true }))
  // Passkeys are of a host with a name.
  const address = `http://localhost:${port}`
  await systemUnderTest(t, { configDir, gatewayPort: port, environment: { PUBLIC_URL: address } })

  await t.test('a first password is changed and a second factor added before the console is there', async (t) => {
    const { page, context } = await openWindow(browser)
    await addDevice(context, page)
    await page.goto(`${address}/console`)
    await page.getByRole('textbox', { name: 'User name' }).waitFor()
    t.same(await accessViolations(page), [], 'axe: the sign-in page with passkeys')
    await enter(page, people.reader)
    await page.getByRole('heading', { name: 'Choose your own password' }).waitFor()
    t.same(await accessViolations(page), [], 'axe: the first password')
    await changePassword(page, people.reader.password)
    await page.getByRole('heading', { name: 'Add a second factor' }).waitFor()
    await page.getByRole('textbox', { name: 'Name of the passkey' }).fill('My phone')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('My phone · Never used').waitFor()
    t.equal(await page.getByRole('alert').getByRole('listitem').count(), 10, 'recovery codes')
    t.same(await accessViolations(page), [], 'axe: a second factor')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Ola Reader' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('button', { name: 'Ola Reader' }).waitFor()
    await page.goto(`${address}/console/account`)
    await page.getByText(/My phone · Last used/).waitFor()
    await context.close()
  })

  await t.test('an app is added, its code asked for, and a change of people confirmed', async (t) => {
    const { page, context } = await openWindow(browser)
    await page.goto(`${address}/console/account`)
    await page.getByRole('textbox', { name: 'User name' }).waitFor()
    await enter(page, people.all)
    await page.getByRole('button', { name: 'Add an app' }).click()
    await page.getByRole('img', { name: 'Picture for the authenticator app' }).waitFor()
    const secret = (await page.getByRole('region', { name: 'Authenticator app' }).locator('code').textContent())?.trim() ?? ''
    t.same(await accessViolations(page), [], 'axe: an app is added')
    const app = new TOTP({ secret })
    await page.getByRole('textbox', { name: 'Code' }).fill(app.generate())
    await page.getByRole('button', { name: 'Finish' }).click()
    const codes = page.getByRole('alert').getByRole('listitem')
    await codes.first().waitFor()
    const [first = '', second = ''] = await codes.allTextContents()
    t.same(await accessViolations(page), [], 'axe: my account')

    const other = await openWindow(browser)
    await other.page.goto(`${address}/console/account`)
    await enter(other.page, people.all)
    await other.page.getByRole('textbox', { name: 'Code' }).fill(first)
    await other.page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await other.page.getByText('9 codes are left.').waitFor()
    t.equal(await other.page.getByRole('button', { name: 'Sign out there' }).count(), 1)
    await other.page.getByRole('button', { name: 'Sign out there' }).click()
    await other.page.getByRole('button', { name: 'Sign out there' }).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()

    // A minute later the sign-in is not recent.
    await new Promise((resolve) => setTimeout(resolve, 61_000))
    await other.page.getByRole('button', { name: 'Remove the app' }).click()
    const dialog = other.page.getByRole('dialog', { name: 'Confirm that it is you' })
    await dialog.getByRole('textbox', { name: 'Code' }).fill('000000')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await dialog.getByRole('alert').waitFor()
    t.same(await accessViolations(other.page), [], 'axe: the confirmation')
    await dialog.getByRole('textbox', { name: 'Code' }).fill(second)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await other.page.getByRole('button', { name: 'Add an app' }).waitFor()
    await context.close()
    await other.context.close()
  })
})
