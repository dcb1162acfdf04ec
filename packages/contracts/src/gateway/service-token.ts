/**
 * The issuer of service tokens, which no configuration changes: a service accepts the gateway's
 * tokens for itself and no others (security.md#service-tokens).
 */
export const SERVICE_TOKEN_ISSUER = 'oms-gateway'

/** Seconds for which a service token is valid. */
export const SERVICE_TOKEN_SECONDS = 60

/** The audience of a service's tokens. */
export function serviceTokenAudience(service: string): string {
  return `oms-service:${service}`
}
