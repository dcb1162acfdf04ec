import { loadEnvironment } from '@oms/service-kit/config/load-environment'
import t from 'tap'
import { GatewayConfig } from '../../environment.ts'
import { mapping } from '../../testing/provider-people.ts'
import { connectProvider, refuseUnusableSignIn } from './connect-provider.ts'

const services = { CATALOG_ASSETS_URL: 'http://a:1', ORDERS_WORKFLOW_URL: 'http://b:1', ACCOUNTING_READ_URL: 'http://c:1' }
const load = (environment: Record<string, string> = {}) => loadEnvironment(GatewayConfig, { ...services, ...environment })

const known = { SIGN_IN_ISSUER: 'https://login.example', SIGN_IN_CLIENT_ID: 'console' }
const both = { passwords: true, provider: mapping }
const passwordsAlone = { passwords: true, provider: null }

t.test('given an environment and a configuration, when nobody could sign in with both, then the start is refused', async (t) => {
  const usable: [Record<string, string>, typeof both | typeof passwordsAlone][] = [
    [{}, passwordsAlone],
    [{}, both],
    [known, both],
    [known, { ...both, passwords: false }],
    [{ ...known, NODE_ENV: 'production' }, both],
    [{ ...known, SIGN_IN_ISSUER: 'http://127.0.0.1:1' }, both],
    [{ SIGN_IN_ISSUER: 'https://login.example', OIDC_JWKS_URL: 'https://login.example/keys' }, passwordsAlone],
  ]
  for (const [environment, methods] of usable) refuseUnusableSignIn(load(environment), methods)
  const refused: [Record<string, string>, typeof both | typeof passwordsAlone, RegExp][] = [
    [{}, { ...both, passwords: false }, /SIGN_IN_ISSUER is missing: sign-in\.json switches passwords off/],
    [{ SIGN_IN_ISSUER: 'https://login.example' }, both, /SIGN_IN_CLIENT_ID is missing/],
    [known, passwordsAlone, /sign-in\.json has no "provider"/],
    [{ ...known, SIGN_IN_ISSUER: 'http://127.0.0.1:1', NODE_ENV: 'production' }, both, /SIGN_IN_ISSUER must be https/],
  ]
  for (const [environment, methods, message] of refused)
    t.throws(() => refuseUnusableSignIn(load(environment), methods), { message })
  t.throws(() => load({ SIGN_IN_ISSUER: 'login.example' }), { message: /SIGN_IN_ISSUER/ })
})

t.test('given an issuer, when the gateway starts, then there is a provider that is not asked yet', async (t) => {
  t.equal(await connectProvider(load()), null)
  t.equal((await connectProvider(load(known)))?.issuer, 'https://login.example')
})
