/** With what `oms` ends (docs/reference/command-line.md). */
export const exitCodes = {
  Done: 0,
  /** It could not be done, or something was found that someone must look at. */
  Failed: 1,
  /** The command line is wrong; nothing was done. */
  WrongUsage: 2,
  /** It was done for all but some, which the output names. */
  DoneInPart: 3,
  /** The system, or a part of it, cannot be reached. */
  Unreachable: 4,
  /** The token or the client is refused, or has not the role. */
  NotAllowed: 5,
  /** A signal ended it, as shells count Ctrl-C. */
  Interrupted: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** What each exit code means, for the reference. */
export const exitCodeMeanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  Done: 'it was done, and nothing was found that someone must look at',
  Failed: 'it could not be done, or something was found that someone must look at',
  WrongUsage: 'the command line is wrong; nothing was done',
  DoneInPart: 'it was done for all but some, which the output names',
  Unreachable: 'the system, or a part of it, cannot be reached',
  NotAllowed: 'the token or the client is refused, or has not the role',
  Interrupted: 'it was interrupted',
}
