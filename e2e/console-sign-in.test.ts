// Own process: it starts the whole system, which knows two providers.
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@oms/local-servers/free-port'
import { startOpenIdProvider } from '@oms/local-servers/openid-provider'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { accessViolations, consoleBrowser, openWindow } from './console-window.ts'
import { paidOrder } from './paid-order.ts'
import { systemUnderTest } from './system-under-test.ts'

const provider = {
  name: 'Example AS',
  roles: [
    { claim: 'realm_access.roles', values: ['service'], roles: ['OrderRead', 'OrderAdmin'] },
    { claim: 'realm_access.roles', values: ['guest'], roles: ['OrderRead'] },
  ],
  storesClaim: 'stores',
  userNameEndings: ['@example.com'],
}

const partner = {
  id: 'partner',
  name: 'Partner AS',
  roles: [{ claim: 'role', values: ['packer'], roles: ['OrderRead'] }],
  userNameEndings: ['@partner.example'],
}

const partnersPeople = { pia: { email: 'pia@partner.example', name: 'Pia Lund', role: 'packer' } }

const people = {
  ingrid: { email: 'ingrid@example.com', name: 'Ingrid Dahl', realm_access: { roles: ['service'] }, stores: ['Oslo-01'] },
  ola: { email: 'ola@example.com', name: 'Ola', realm_access: { roles: [] } },
}

/** The system with the sample tenant, where people sign in at two providers alone. */
async function start(t: Test) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const configDir = await mkdtemp(join(tmpdir(), 'oms-sign-in-'))
  t.teardown(() => rm(configDir, { recursive: true, force: true }))
  await cp(join(import.meta.dirname, '..', 'config'), configDir, { recursive: true })
  await writeFile(join(configDir, 'sign-in.json'), JSON.stringify({ passwords: false, provider, providers: [partner] }))
  const clientAt = (path: string) => ({
    client_id: 'console',
    client_secret: 'a-secret-of-the-console',
    redirect_uris: [`${url}${path}/callback`],
    post_logout_redirect_uris: [`${url}/console`],
    backchannel_logout_uri: `${url}/session/oidc/backchannel-logout`,
    backchannel_logout_session_required: true,
  })
  const openId = await startOpenIdProvider({ clients: [clientAt('/session/oidc')], people })
  t.teardown(() => openId.stop())
  const partnersOpenId = await startOpenIdProvider({
    clients: [clientAt('/session/oidc/providers/partner')],
    people: partnersPeople,
  })
  t.teardown(() => partnersOpenId.stop())
  const known = {
    SIGN_IN_ISSUER: openId.issuer,
    SIGN_IN_CLIENT_ID: 'console',
    SIGN_IN_CLIENT_SECRET: 'a-secret-of-the-console',
    SIGN_IN_PARTNER_ISSUER: partnersOpenId.issuer,
    SIGN_IN_PARTNER_CLIENT_ID: 'console',
    SIGN_IN_PARTNER_CLIENT_SECRET: 'a-secret-of-the-console',
  }
  const environment = { ...known, PUBLIC_URL: url }
  return { ...(await systemUnderTest(t, { configDir, environment, gatewayPort: port })), openId, partnersOpenId }
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
    const { system, client, openId, partnersOpenId } = await start(t)
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
    await page.getByRole('alert').getByText('You are known, but may do nothing here. Ask for a role.').waitFor()
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
