import { Command } from '@commander-js/extra-typings'
import type { DeclareCommand } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { callServiceProgram } from '../local/service-program.ts'

const verifying = { file: 'cli/command.ts', args: ['verify'] }

/**
 * `oms verify`: what is kept is still what was written: postings (ledger.md#hash-chain), the
 * audit log (audit.md#chain-of-records) and files.
 */
export const verify: DeclareCommand = (run) =>
  new Command('verify')
    .description(
      'Verify all that is kept, postings, the audit log and files of assets; ends with 1 when postings or the log differ, 3 when files do',
    )
    .action(() =>
      run(async (context) => {
        const { output } = context
        output.note('Postings:')
        const postings = await callServiceProgram({ service: 'accounting-read', ...verifying }, context)
        output.note('Files of assets:')
        const files = await callServiceProgram({ service: 'catalog-assets', ...verifying }, context)
        output.note('Audit log:')
        const audit = await callServiceProgram({ service: 'orders-workflow', file: 'cli/audit.ts', args: ['verify'] }, context)
        if (output.isJson) output.result({ postings, files, audit }, () => '')
        const failed = [postings, audit, files].find(({ exitCode }) => exitCode !== exitCodes.Done)
        return failed?.exitCode ?? exitCodes.Done
      }),
    )
