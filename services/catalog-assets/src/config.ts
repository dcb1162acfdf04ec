import { serviceEnvironment } from '@oms/service-kit/server/service-environment'
import { Type } from '@sinclair/typebox'
import { downloadVariables } from './downloads/download-environment.ts'
import { storageNames, storageVariables } from './storage/storage-environment.ts'

/** The environment of catalog-assets. `.env.example` and the configuration reference are generated from it. */
export const CatalogEnvironment = serviceEnvironment(8081, {
  ...storageVariables,
  ...downloadVariables,
  ASSET_PUBLIC_BASE: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description: 'What the addresses of stored files begin with: the gateway as browsers name it. OIDC_ISSUER unless told.',
    }),
  ),
})

/** What of it the command line needs. */
export const CommandEnvironment = Type.Pick(CatalogEnvironment, ['DATABASE_URL', ...storageNames])

/** What the addresses of stored files begin with, without a slash at the end. */
export function publicBaseOf({ ASSET_PUBLIC_BASE, OIDC_ISSUER }: { ASSET_PUBLIC_BASE?: string; OIDC_ISSUER: string }): string {
  return (ASSET_PUBLIC_BASE ?? OIDC_ISSUER).replace(/\/+$/, '')
}
