import { CommandFailure, wrongUsage } from './command-failure.ts'
import type { Context } from './context.ts'

/**
 * Asks for confirmation of a change to many things. A script has said so with `--yes`; without a
 * terminal nobody can be asked. Raises `CommandFailure` for no.
 */
export async function confirm(message: string, isGiven: boolean, { signal, streams }: Context): Promise<void> {
  if (isGiven) return
  if (streams.stdin.isTTY !== true) throw wrongUsage(`${message} Nobody can be asked here: give --yes.`)
  const { default: question } = await import('@inquirer/confirm')
  const isConfirmed = await question({ message, default: false }, { input: streams.stdin, output: streams.stderr, signal })
  if (!isConfirmed) throw new CommandFailure('Nothing was done.', { code: 'NotConfirmed' })
}
