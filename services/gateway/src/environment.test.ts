import { loadEnvironment } from '@open-oms/service-kit/config/load-environment'
import t from 'tap'
import { foreignKeysUrl, GatewayConfig, gatewayUrl } from './environment.ts'

const required = {
  CATALOG_ASSETS_URL: 'http://a:1',
  ORDERS_WORKFLOW_URL: 'http://b:1',
  ACCOUNTING_READ_URL: 'http://c:1',
  NATS_URL: 'nats://d:1',
}
const load = (environment: Record<string, string> = {}) => loadEnvironment(GatewayConfig, { ...required, ...environment })

t.test('given no environment, when it is loaded, then only the addresses of the services and of NATS are required', async (t) => {
  t.throws(() => loadEnvironment(GatewayConfig, {}), {
    message: /CATALOG_ASSETS_URL[\s\S]*ORDERS_WORKFLOW_URL[\s\S]*ACCOUNTING_READ_URL[\s\S]*NATS_URL/,
  })
  t.match(load(), {
    HOST: '127.0.0.1',
    PORT: 8080,
    METRICS_PORT: 0,
    TRUST_PROXY: { length: 0 },
    CORS_ORIGINS: { length: 0 },
    OIDC_AUDIENCE: 'oms',
  })
  t.equal(gatewayUrl(load({ PORT: '9000' })), 'http://127.0.0.1:9000')
  t.equal(gatewayUrl(load({ PUBLIC_URL: 'https://api.example' })), 'https://api.example')
})

t.test('given OIDC_JWKS_URL, when it is absent or one of our own, then the built-in issuer is in use', async (t) => {
  t.equal(foreignKeysUrl(load()), null)
  for (const own of ['http://127.0.0.1:8080', 'http://localhost:8080', 'https://api.example']) {
    t.equal(foreignKeysUrl(load({ PUBLIC_URL: 'https://api.example', OIDC_JWKS_URL: `${own}/.well-known/jwks.json` })), null)
  }
  const other = 'https://login.example/.well-known/jwks.json'
  t.equal(foreignKeysUrl(load({ OIDC_JWKS_URL: other })), other)
})
