import { type ExitCode, exitCodes } from './exit-codes.ts'

type Details = {
  exitCode?: ExitCode
  /** An error code of the API, or a word of this program that scripts may look for. */
  code?: string
  /** What to do about it. */
  remedy?: string
  traceId?: string
  cause?: unknown
}

/**
 * Why a command cannot continue, for the person at the keyboard: what is wrong, and what to do
 * about it.
 */
export class CommandFailure extends Error {
  override name = 'CommandFailure'
  readonly exitCode: ExitCode
  readonly code: string
  readonly remedy: string | null
  readonly traceId: string | null

  constructor(message: string, { exitCode = exitCodes.Failed, code = 'Failed', remedy, traceId, cause }: Details = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.exitCode = exitCode
    this.code = code
    this.remedy = remedy ?? null
    this.traceId = traceId ?? null
  }
}

/** The command line is wrong in a way that only the command itself can see. */
export function wrongUsage(message: string, details: { cause?: unknown } = {}): CommandFailure {
  return new CommandFailure(message, { ...details, exitCode: exitCodes.WrongUsage, code: 'WrongUsage' })
}

const fileCodes: readonly unknown[] = ['ENOENT', 'EACCES', 'EROFS', 'EISDIR']

/** The failure of a file that cannot be read or written; any other error as it is. */
export function asFileFailure(error: unknown, details: Pick<Details, 'remedy'> = {}): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  return fileCodes.includes(code) ? new CommandFailure(message, { ...details, code: 'File' }) : error
}
