import { reasonOf, StartError } from '@oms/local-servers/start-error'
import { UsageError } from '@oms/service-kit/config/read-arguments'

type Command = (args: readonly string[], signal: AbortSignal) => Promise<number>

/** What a shell tells of a program that Ctrl-C ended. */
const INTERRUPTED = 130

/**
 * Runs a command of this process and sets its exit code. A signal aborts it, so that it removes what it
 * had begun (backups.md#interruptions).
 */
export async function runCommand(usage: string, command: Command): Promise<void> {
  // Whatever is written, also by the programs that are run, is for nobody else.
  process.umask(0o077)
  const interruption = new AbortController()
  const abort = () => interruption.abort(new StartError('It was interrupted; what it had begun is removed.'))
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, abort)
  // A terminal that is gone must not end the program before that.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  const { signal } = interruption
  process.exitCode = await command(process.argv.slice(2), signal).catch((error: Error) => {
    // Whatever failed then did so because of it.
    console.error(error instanceof UsageError ? `${error.message}\n\n${usage}` : reasonOf(signal.aborted ? signal.reason : error))
    if (signal.aborted) return INTERRUPTED
    return error instanceof UsageError ? 2 : 1
  })
}
