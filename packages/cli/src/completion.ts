import tabs from '@bomb.sh/tab'
import tab from '@bomb.sh/tab/commander'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { Command } from 'commander'
import { LOCAL, readProfiles } from './target/profiles.ts'

/**
 * The library's script for bash needs the package bash-completion, fails when it is loaded twice,
 * and evaluates what is typed. Bash takes what follows "=" for a word of its own, so what is before
 * it is left out of what is offered.
 */
const BASH_SCRIPT = `# bash completion for oms
_oms() {
  local words value
  read -ra words <<< "\${COMP_LINE:0:COMP_POINT}"
  [[ \${COMP_LINE:0:COMP_POINT} == *[[:space:]] ]] && words+=("")
  local typed="\${words[-1]##*=}"
  COMPREPLY=()
  while IFS=$'\\t' read -r value _; do
    [[ $value != :* && $value == "$typed"* ]] && COMPREPLY+=("$value")
  done < <(oms complete -- "\${words[@]:1}" 2> /dev/null)
}
complete -o default -F _oms oms
`

/**
 * Adds `oms completion bash|zsh|fish|powershell`, which prints a script for the shell, and the
 * hidden command that the script asks for completions.
 */
export function addCompletion(program: CommandUnknownOpts, environment: NodeJS.ProcessEnv): void {
  // The types of both packages describe the same class.
  const completion = tab(program as unknown as Command, { completionCommandName: 'completion' })
  const printScript = program.commands.find((command) => command.name() === 'completion')
  printScript?.action((...[shell]) => {
    if (shell === 'bash') process.stdout.write(BASH_SCRIPT)
    else tabs.setup('oms', 'oms', String(shell))
  })
  const profiles = (complete: (value: string, description: string) => void) => {
    for (const [name, gateway] of knownProfiles(environment)) complete(name, gateway)
  }
  for (const command of [completion, ...completion.commands.values()]) {
    command.option('json', 'write the result as JSON to standard output')
    command.option('profile', 'the system to use', profiles)
    command.option('gateway', 'the system to use by its address', () => undefined)
  }
}

/** A completion that fails would write into the line that is being typed. */
function knownProfiles(environment: NodeJS.ProcessEnv): [string, string][] {
  try {
    return [[LOCAL, 'the system of this machine'], ...Object.entries(readProfiles(environment).profiles).map(toGatewayEntry)]
  } catch {
    return []
  }
}

function toGatewayEntry([name, { gateway }]: [string, { gateway: string }]): [string, string] {
  return [name, gateway]
}
