import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SignInMethods } from '@open-oms/contracts/config/access/sign-in'
import { loadEnvironment } from '@open-oms/service-kit/config/load-environment'
import { secretNow } from '@open-oms/service-kit/config/secret-files'
import t from 'tap'
import { GatewayConfig } from '../../environment.ts'
import { mapping } from '../../testing/provider-people.ts'
import { addressedProviders } from './provider-addresses.ts'

const services = {
  CATALOG_ASSETS_URL: 'http://a:1',
  ORDERS_WORKFLOW_URL: 'http://b:1',
  ACCOUNTING_READ_URL: 'http://c:1',
  NATS_URL: 'nats://d:1',
}

const addressed = (environment: Record<string, string>, methods: SignInMethods) =>
  addressedProviders(loadEnvironment(GatewayConfig, { ...services, ...environment }), methods, environment)

const known = { SIGN_IN_ISSUER: 'https://login.example', SIGN_IN_CLIENT_ID: 'console' }
const partner = { SIGN_IN_NORTH_SHOP_ISSUER: 'https://partner.example', SIGN_IN_NORTH_SHOP_CLIENT_ID: 'orders' }
const passwordsAlone: SignInMethods = { passwords: true, secondFactorRoles: [], stepUpMinutes: 15, provider: null, providers: [] }
const both: SignInMethods = { ...passwordsAlone, provider: mapping }
const northShop = { ...mapping, id: 'north-shop', name: 'North shop' }
const several: SignInMethods = { ...both, providers: [northShop] }

t.test('given an environment and a configuration, when they go together, then these providers are there', async (t) => {
  const cases: [Record<string, string>, SignInMethods, (string | null)[]][] = [
    [{}, passwordsAlone, []],
    [{}, both, []],
    [known, both, [null]],
    [known, { ...both, passwords: false }, [null]],
    [{ ...known, NODE_ENV: 'production' }, both, [null]],
    [{ ...known, SIGN_IN_ISSUER: 'http://127.0.0.1:1' }, both, [null]],
    [{ SIGN_IN_ISSUER: 'https://login.example', OIDC_JWKS_URL: 'https://login.example/keys' }, passwordsAlone, []],
    [{ ...known, ...partner }, several, [null, 'north-shop']],
    [partner, { ...several, passwords: false }, ['north-shop']],
    [{ ...partner, SIGN_IN_ISSUER: '' }, { ...several, provider: null }, ['north-shop']],
  ]
  for (const [environment, methods, ids] of cases)
    t.same(
      addressed(environment, methods).map(({ id }) => id),
      ids,
      JSON.stringify([environment, ids]),
    )
})

t.test('given an environment and a configuration, when nobody could sign in with both, then the start is refused', async (t) => {
  const refused: [Record<string, string>, SignInMethods, RegExp][] = [
    [{}, { ...both, passwords: false }, /^SIGN_IN_ISSUER is missing: sign-in\.json switches passwords off/],
    [{}, { ...several, passwords: false }, /^SIGN_IN_ISSUER or SIGN_IN_NORTH_SHOP_ISSUER is missing/],
    [{ SIGN_IN_ISSUER: 'https://login.example' }, both, /SIGN_IN_CLIENT_ID is missing/],
    [{ SIGN_IN_NORTH_SHOP_ISSUER: 'https://a.example' }, several, /SIGN_IN_NORTH_SHOP_CLIENT_ID is missing/],
    [known, passwordsAlone, /sign-in\.json has no "provider"/],
    [{ ...known, ...partner }, both, /SIGN_IN_NORTH_SHOP_ISSUER is set, and sign-in\.json has no provider/],
    [{ ...known, SIGN_IN_ISSUER: 'http://127.0.0.1:1', NODE_ENV: 'production' }, both, /SIGN_IN_ISSUER must be https/],
    [{ ...partner, SIGN_IN_NORTH_SHOP_ISSUER: 'login.example' }, several, /SIGN_IN_NORTH_SHOP_ISSUER must be/],
    [
      { ...known, ...partner, SIGN_IN_NORTH_SHOP_ISSUER: 'https://login.example/' },
      several,
      /SIGN_IN_ISSUER and SIGN_IN_NORTH_SHOP_ISSUER are the same/,
    ],
  ]
  for (const [environment, methods, message] of refused) t.throws(() => addressed(environment, methods), { message })
  t.throws(() => loadEnvironment(GatewayConfig, { ...services, SIGN_IN_ISSUER: 'login.example' }), { message: /SIGN_IN_ISSUER/ })
})

t.test('given the secret of a provider in a file, when the file is replaced, then the new secret counts', async (t) => {
  const file = join(t.testdir(), 'secret')
  writeFileSync(file, 'first\n')
  const environment = { ...partner, SIGN_IN_NORTH_SHOP_CLIENT_SECRET_FILE: file }
  const [provider] = addressed(environment, { ...several, provider: null })
  t.match(provider, { issuer: 'https://partner.example', clientId: 'orders', settings: { name: 'North shop' } })
  const secret = () => (provider?.clientSecret ? secretNow(provider.clientSecret) : null)
  t.equal(secret(), 'first')
  writeFileSync(file, 'second\n')
  t.equal(secret(), 'second')
  t.equal(addressed(partner, { ...several, provider: null })[0]?.clientSecret, null, 'a public client')
})
