// Shared process: the console of a system that is disturbed.
import type { Page } from 'playwright-core'
import t from 'tap'
import { accessViolations, consoleBrowser, forgetSessions, openWindow } from './console-window.ts'
import { paidOrder } from './paid-order.ts'
import { disturbedSystem } from './refusing-bank.ts'
import { eventually, type SystemUnderTest } from './system-under-test.ts'
import { writeSignIn } from './two-providers.ts'

/** Has the running gateway let people sign in with passwords, or not, as an administrator does. */
async function usePasswords({ system, configDir }: Pick<SystemUnderTest, 'system'> & { configDir: string }, passwords: boolean) {
  await writeSignIn(configDir, { passwords })
  process.kill(system.services.gateway.pid, 'SIGHUP')
  const options = async () => (await (await fetch(`${system.gatewayUrl}/session/options`)).json()).passwords
  await eventually(options, (used) => used === passwords)
}

async function giveName(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { name: 'Provider' }).waitFor()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Continue' }).click()
}

t.test(
  'given two providers, when people sign in and out there, then they go on where they were, with their roles and stores',
  async (t) => {
    const browser = await consoleBrowser()
    const under = await disturbedSystem()
    const { system, client, openId, partnersOpenId } = under
    await usePasswords(under, false)
    t.teardown(async () => {
      await usePasswords(under, true)
      // Those who had signed in with a password were signed out.
      forgetSessions()
    })
    await client.call('POST', '/api/Orders', { body: { ...paidOrder('oidc-1'), storeId: 'Oslo-01' } })
    await client.call('POST', '/api/Orders', { body: { ...paidOrder('oidc-2'), storeId: 'Bergen-01' } })
    const { page, context, requests } = await openWindow(browser)

    await page.goto(`${system.gatewayUrl}/console/orders?text=oidc-`)
    const button = page.getByRole('link', { name: 'Sign in with Example AS' })
    await button.waitFor()
    t.equal(await page.getByLabel('Password').count(), 0, 'passwords are switched off')
    t.same(await accessViolations(page), [], 'axe: the sign-in page')
    await button.click()
    await giveName(page, 'ingrid')
    await page.getByText('1 order', { exact: true }).waitFor()
    t.match(page.url(), /\/console\/orders\?text=oidc-$/)
    await page.getByRole('link', { name: 'oidc-1' }).waitFor()
    t.equal(await page.getByRole('link', { name: 'oidc-2' }).count(), 0, 'the other store is not hers')
    const scripts = await page.evaluate(() => {
      const { document, localStorage, sessionStorage } = globalThis as unknown as Record<string, { cookie: string }>
      return JSON.stringify([document?.cookie, { ...localStorage }, { ...sessionStorage }])
    })
    t.notMatch(scripts, /eyJ|oms-session|oms-id/, 'no script can read a token')

    await page.getByRole('button', { name: 'Ingrid Dahl' }).click()
    await page.getByText('ingrid@example.com · Oslo', { exact: true }).waitFor()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Yes, sign me out' }).click()
    await button.waitFor()
    t.equal((await context.request.get(`${system.gatewayUrl}/session`)).status(), 401)

    await button.click()
    await giveName(page, 'ola')
    await page.getByRole('alert').getByText('You have no access here yet. Ask an administrator for a role.').waitFor()
    t.notMatch(page.url(), /signInError/, 'the address has no reason any longer')
    t.same(await accessViolations(page), [], 'axe: the sign-in page with a refusal')
    await button.click()
    await giveName(page, 'ingrid')
    await page.getByRole('button', { name: 'Ingrid Dahl' }).waitFor()

    const elsewhere = await context.newPage()
    await elsewhere.goto(`${openId.issuer}/session/end`)
    await elsewhere.getByRole('button', { name: 'Yes, sign me out' }).click()
    await elsewhere.getByRole('heading', { name: 'Signed out' }).waitFor()
    await page.reload()
    await button.waitFor()
    await page.getByRole('link', { name: 'Sign in with Partner AS' }).click()
    await giveName(page, 'pia')
    await page.getByRole('button', { name: 'Pia Lund' }).waitFor()

    const issuers = [openId, partnersOpenId].map(({ issuer }) => new URL(issuer).host)
    const hosts = new Set(requests.map((request) => new URL(request).host))
    t.same([...hosts].sort(), [new URL(system.gatewayUrl).host, ...issuers].sort(), 'nobody else is asked')
  },
)
