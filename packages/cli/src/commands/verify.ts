import { Command } from '@commander-js/extra-typings'
import type { DeclareCommand } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { runServiceProgram } from '../local/service-program.ts'

/** `oms verify`: what is kept is still what was written: postings (ledger.md#hash-chain) and files. */
export const verify: DeclareCommand = (run) =>
  new Command('verify')
    .description('Verify all that is kept, postings and files of assets; ends with 1 when postings differ, 3 when files do')
    .action(() =>
      run(async (context) => {
        const { output } = context
        output.note('Postings:')
        const ledger = await runServiceProgram({ service: 'accounting-read', file: 'cli/command.ts', args: ['verify'] }, context)
        output.note('Files of assets:')
        const files = await runServiceProgram({ service: 'catalog-assets', file: 'cli/command.ts', args: ['verify'] }, context)
        return worseOf(ledger, files)
      }),
    )

function worseOf(ledger: ExitCode, files: ExitCode): ExitCode {
  return ledger === exitCodes.Done ? files : ledger
}
