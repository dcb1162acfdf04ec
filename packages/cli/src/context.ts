import { type ApiClient, type ApiOptions, createApiClient } from './api/api-client.ts'
import { CommandFailure } from './command-failure.ts'
import { exitCodes } from './exit-codes.ts'
import type { Output, Streams } from './output/output.ts'
import { type Credentials, findTarget, requireHere, type Target, type TargetOptions } from './target/find-target.ts'

/** What every command works with. */
export type Context = {
  readonly output: Output
  /** For questions, and for programs that write themselves. */
  readonly streams: Streams
  readonly environment: NodeJS.ProcessEnv
  /** Aborted by Ctrl-C and the like; long work ends soon after. */
  readonly signal: AbortSignal
  /**
   * The system that the command is for. Raises `CommandFailure` when none is named and none runs
   * here.
   */
  target(): Target
  /**
   * For commands on databases and files: raises `CommandFailure` when another system than that of
   * this machine is named.
   */
  requireHere(): void
  /** A client of its gateway. */
  api(): ApiClient
}

/** The context of one command. */
export function createContext(
  given: Pick<Context, 'output' | 'streams' | 'environment' | 'signal'>,
  options: TargetOptions,
): Context {
  const { environment, signal } = given
  let found: Target | null = null
  const target = () => {
    found ??= findTarget(options, environment)
    return found
  }
  return {
    ...given,
    target,
    requireHere: () => requireHere(options, environment),
    api() {
      const { gatewayUrl, credentials } = target()
      return createApiClient({ gatewayUrl, token: tokenSource(credentials, gatewayUrl), signal })
    },
  }
}

function tokenSource(credentials: Credentials | null, gatewayUrl: string): ApiOptions['token'] {
  if (credentials === null) {
    throw new CommandFailure(`Nothing says who calls ${gatewayUrl}.`, {
      exitCode: exitCodes.NotAllowed,
      code: 'NoCredentials',
      remedy: 'Set OMS_TOKEN, or OMS_CLIENT_ID and OMS_CLIENT_SECRET, or add a profile with `oms profile add`.',
    })
  }
  return 'token' in credentials ? credentials.token : credentials
}
