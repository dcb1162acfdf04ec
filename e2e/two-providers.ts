import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type OpenIdProvider, startOpenIdProvider } from '@open-oms/local-servers/openid-provider'

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

type Teardown = { teardown(end: () => Promise<void>): unknown }
export type TwoProviders = { openId: OpenIdProvider; partnersOpenId: OpenIdProvider; environment: Record<string, string> }

/**
 * Two providers at which people of a gateway at an address sign in, and the environment that the
 * gateway has to know them by.
 */
export async function twoProviders(t: Teardown, gatewayUrl: string): Promise<TwoProviders> {
  const clientAt = (path: string) => ({
    client_id: 'console',
    client_secret: 'a-secret-of-the-console',
    redirect_uris: [`${gatewayUrl}${path}/callback`],
    post_logout_redirect_uris: [`${gatewayUrl}/console`],
    backchannel_logout_uri: `${gatewayUrl}/session/oidc/backchannel-logout`,
    backchannel_logout_session_required: true,
  })
  const openId = await startOpenIdProvider({ clients: [clientAt('/session/oidc')], people })
  t.teardown(() => openId.stop())
  const partnersOpenId = await startOpenIdProvider({
    clients: [clientAt('/session/oidc/providers/partner')],
    people: partnersPeople,
  })
  t.teardown(() => partnersOpenId.stop())
  const environment = {
    SIGN_IN_ISSUER: openId.issuer,
    SIGN_IN_CLIENT_ID: 'console',
    SIGN_IN_CLIENT_SECRET: 'a-secret-of-the-console',
    SIGN_IN_PARTNER_ISSUER: partnersOpenId.issuer,
    SIGN_IN_PARTNER_CLIENT_ID: 'console',
    SIGN_IN_PARTNER_CLIENT_SECRET: 'a-secret-of-the-console',
    PUBLIC_URL: gatewayUrl,
  }
  return { openId, partnersOpenId, environment }
}

/** Has people of a tenant sign in at both providers, and with passwords or not. */
export async function writeSignIn(configDir: string, { passwords }: { passwords: boolean }): Promise<void> {
  await writeFile(join(configDir, 'sign-in.json'), JSON.stringify({ passwords, provider, providers: [partner] }))
}
