import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'

/**
 * Adds `oms help order why`. The library's own command for it leaves out what is behind the first
 * word, and shows the help of everything for a word that names no command.
 */
export function addHelp(program: CommandUnknownOpts): void {
  const help = new Command('help')
    .description('display help for command')
    .argument('[command...]')
    .action((words) => {
      let described = program
      for (const word of words) {
        const found = described.commands.find((command) => command.name() === word)
        if (found === undefined) program.error(`error: unknown command '${words.join(' ')}'`)
        described = found
      }
      described.help()
    })
  program.helpCommand(false).addCommand(help.copyInheritedSettings(program))
}
