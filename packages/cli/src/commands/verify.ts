import { Command } from '@commander-js/extra-typings'
import type { DeclareCommand } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { callServiceProgram } from '../local/service-program.ts'

const verifying = { file: 'cli/command.ts', args: ['verify'] }

/**
 * `oms verify`: what is kept is still what was written: postings (ledger.md#hash-chain) and files.
 */
export const verify: DeclareCommand = (run) =>
  new Command('verify')
    .description('Verify all that is kept, postings and files of assets; ends with 1 when postings differ, 3 when files do')
    .action(() =>
      run(async (context) => {
        const { output } = context
        output.note('Postings:')
        const postings = await callServiceProgram({ service: 'accounting-read', ...verifying }, context)
        output.note('Files of assets:')
        const files = await callServiceProgram({ service: 'catalog-assets', ...verifying }, context)
        if (output.isJson) output.result({ postings, files }, () => '')
        return postings.exitCode === exitCodes.Done ? files.exitCode : postings.exitCode
      }),
    )
