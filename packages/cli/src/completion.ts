import tab from '@bomb.sh/tab/commander'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { Command } from 'commander'
import { LOCAL, readProfiles } from './target/profiles.ts'

/**
 * Adds `oms completion bash|zsh|fish|powershell`, which prints a script for the shell, and the hidden command that the script asks for
 * completions.
 */
export function addCompletion(program: CommandUnknownOpts): void {
  // The types of both packages describe the same class.
  const completion = tab(program as unknown as Command, { completionCommandName: 'completion' })
  const profiles = (complete: (value: string, description: string) => void) => {
    for (const [name, gateway] of knownProfiles()) complete(name, gateway)
  }
  for (const command of [completion, ...completion.commands.values()]) {
    command.option('json', 'write the result as JSON to standard output')
    command.option('profile', 'the system to use', profiles)
    command.option('gateway', 'the system to use by its address', () => undefined)
  }
}

/** A completion that fails would write into the line that is being typed. */
function knownProfiles(): [string, string][] {
  try {
    return [[LOCAL, 'the system of this machine'], ...Object.entries(readProfiles().profiles).map(gatewayOf)]
  } catch {
    return []
  }
}

function gatewayOf([name, { gateway }]: [string, { gateway: string }]): [string, string] {
  return [name, gateway]
}
