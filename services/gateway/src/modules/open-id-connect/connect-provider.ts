import type { SignInMethods } from '@oms/contracts/config/sign-in'
import { signInFile } from '@oms/contracts/config/sign-in'
import { changingSecret } from '@oms/service-kit/config/secret-files'
import { foreignKeysUrl, type GatewayConfig, publicUrlOf } from '../../environment.ts'
import type { Provider } from './provider.ts'
import { CONSOLE_PATH } from './return-address.ts'
import { CALLBACK_PATH } from './routes.ts'

/**
 * Refuses an environment and a tenant configuration that do not go together: with a provider, and without anything that says what its
 * claims mean, nobody could sign in. Throws an error for people.
 */
export function refuseUnusableSignIn(config: GatewayConfig, { passwords, provider }: SignInMethods): void {
  const { SIGN_IN_ISSUER: issuer, SIGN_IN_CLIENT_ID: clientId } = config
  if (foreignKeysUrl(config) !== null) return
  if (issuer === undefined) {
    if (passwords) return
    throw new Error(`SIGN_IN_ISSUER is missing: ${signInFile.file} switches passwords off, so nobody could sign in.`)
  }
  if (clientId === undefined)
    throw new Error('SIGN_IN_CLIENT_ID is missing: SIGN_IN_ISSUER is set, and the provider asks for it.')
  if (config.NODE_ENV === 'production' && !issuer.startsWith('https:'))
    throw new Error('SIGN_IN_ISSUER must be https: NODE_ENV is production, and codes and tokens are fetched from there.')
  if (provider === null)
    throw new Error(
      `${signInFile.file} has no "provider": SIGN_IN_ISSUER is set, and nothing says which claims give which roles.`,
    )
}

/** The provider of the environment, whose client is loaded only where there is one; null without SIGN_IN_ISSUER. */
export async function connectProvider(config: GatewayConfig): Promise<Provider | null> {
  const { SIGN_IN_ISSUER: issuer, SIGN_IN_CLIENT_ID: clientId, SIGN_IN_CLIENT_SECRET: secret } = config
  if (issuer === undefined || clientId === undefined) return null
  const { createProvider } = await import('./provider.ts')
  const publicUrl = publicUrlOf(config)
  return createProvider({
    issuer,
    clientId,
    clientSecret: secret === undefined ? null : changingSecret('SIGN_IN_CLIENT_SECRET', secret),
    redirectUrl: `${publicUrl}${CALLBACK_PATH}`,
    signedOutUrl: `${publicUrl}${CONSOLE_PATH}`,
  })
}
