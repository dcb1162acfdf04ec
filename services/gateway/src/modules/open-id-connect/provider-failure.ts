import * as client from 'openid-client'
import { SignInFailure } from './sign-in-failure.ts'

/** The provider does not respond, or says that something is wrong with itself. */
export class ProviderAway extends Error {}

/**
 * What a failure of the library means for the person. Its message names no person: causes, which
 * hold claims, are left out.
 */
export function failureOf(error: Error): SignInFailure {
  const causes = causesOf(error)
  const away = causes.find((cause) => cause instanceof ProviderAway || cause.name === 'TimeoutError')
  if (away !== undefined) return new SignInFailure('ProviderUnavailable', away.message)
  if (error instanceof client.AuthorizationResponseError)
    return new SignInFailure('Refused', `the provider responded with "${error.error}"`)
  if (error instanceof client.ResponseBodyError)
    return new SignInFailure('Failed', `the provider refused the request: "${error.error}"`)
  const code = causes.map((cause) => (cause as { code?: unknown }).code).find((each) => typeof each === 'string')
  return new SignInFailure('Failed', `${error.message}${code === undefined ? '' : ` (${code})`}`)
}

function causesOf(error: Error): Error[] {
  const causes: Error[] = []
  for (let cause: unknown = error; cause instanceof Error && !causes.includes(cause); cause = cause.cause) causes.push(cause)
  return causes
}
