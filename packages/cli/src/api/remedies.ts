import type { ErrorCode } from '@oms/contracts/errors'
import { type ExitCode, exitCodes } from '../exit-codes.ts'

const remedies: Partial<Record<ErrorCode, string>> = {
  InvalidCredentials: 'Check the client id and secret: `oms profile show`, or OMS_CLIENT_ID and OMS_CLIENT_SECRET.',
  Unauthorized: 'Check the token or the client: `oms profile show`, or OMS_TOKEN, OMS_CLIENT_ID and OMS_CLIENT_SECRET.',
  Forbidden:
    'Use a client with the role and the stores that the message names; `roles` and `storeIds` of api-clients.json say which it has.',
  NotFound: 'Check the id. A client that is limited to stores does not see what belongs to others.',
  NothingToResume: 'Look at the state of the run: `oms runs list --order ID`.',
  OrderIsHeld: 'Look at its holds with `oms order show ID`, and release them with `oms order release ID`.',
  OrderIsDeleted: 'Restore the order first.',
  VersionConflict: 'It has changed meanwhile: look at it, and try again.',
  ResourceLocked: 'Someone else writes to it: try again in a moment.',
  RateLimited: 'Wait a minute, or raise the limit of the client in api-clients.json.',
  InternalError: 'Look for the trace id in the logs of the services, and run `oms doctor`.',
  Unavailable: 'Try again in a moment; `oms doctor` says which part is down.',
}

/** What to do about an error of the API; undefined where the message says it. */
export function findRemedy(code: string): string | undefined {
  return remedies[code as ErrorCode]
}

/** With what `oms` ends when the API refuses a request with this status. */
export function exitCodeForStatus(status: number): ExitCode {
  if (status === 401 || status === 403) return exitCodes.NotAllowed
  return status === 502 || status === 503 || status === 504 ? exitCodes.Unreachable : exitCodes.Failed
}
