import { Command } from '@commander-js/extra-typings'
import type { DeclareCommand } from '../../command.ts'

/** `oms mcp`: a server of the Model Context Protocol for a program that works with a model. */
export const mcp: DeclareCommand = (run) =>
  new Command('mcp')
    .description(
      'Serve the Model Context Protocol on standard input and output, so that an assistant can look up orders, runs and the ledger with the rights of whoever starts it',
    )
    .option('--allow-writes', 'also offer tools that change orders, each with a dry run that is confirmed')
    .action(({ allowWrites }) =>
      run(async (context) => {
        // Loaded here: the help and the completion of `oms` need only the declaration.
        const { serveTools } = await import('./serve-tools.ts')
        await serveTools(context, allowWrites === true)
      }),
    )
