import { ApiError } from '@open-oms/client/errors'

/** Whether asking once more may help: a refusal stays one, a lost connection may come back. */
export function isWorthRetrying(failures: number, error: Error): boolean {
  if (error instanceof ApiError) return error.status >= 500 && failures < 2
  return failures < 5
}
