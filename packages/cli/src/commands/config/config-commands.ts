import { Command, Option } from '@commander-js/extra-typings'
import { configFolder } from '@oms/system/run-file'
import type { DeclareCommand } from '../../command.ts'
import { programCommand } from '../../local/service-program.ts'
import { diffConfig } from './diff-config.ts'
import { migrateConfig } from './migrate-config.ts'
import { runConfigProgram } from './run-config-program.ts'
import { separateCredentials } from './separate-credentials.ts'
import { simulateConfig } from './simulate-config.ts'

/** `oms config check [FOLDER]`: what a start or a reload of any service would refuse or warn of. */
const checkConfig: DeclareCommand = (run) =>
  new Command('check')
    .description(
      'Check a configuration folder as all services do at their start, without a running system; ends with 1 when it has errors',
    )
    .argument('[folder]', 'the folder; by default OMS_CONFIG_DIR, or the one that the system of this machine was started with')
    .option('--strict', 'warnings are errors')
    .option('--production', 'also refuse what NODE_ENV=production refuses: demo clients and known secrets')
    .option('--without-environment', 'do not look whether the variables are set that connectors name')
    .action((folder, options) =>
      run((context) => {
        const flags = [
          ...(options.strict ? ['--strict'] : []),
          ...(options.production ? ['--production'] : []),
          ...(options.withoutEnvironment ? ['--without-environment'] : []),
        ]
        const args = [folder ?? configFolder(context.environment), ...flags]
        return runConfigProgram({ name: 'check-configuration', args, environment: {} }, context)
      }),
    )

/** `oms config stored`: what counts in place of files, and back to files. */
const storedConfig = programCommand({
  name: 'stored',
  description: 'List what is stored in place of files of the configuration folder, or write it as files',
  options: [new Option('--export <folder>', 'write the stored documents as files')],
  programs: [{ service: 'orders-workflow', file: 'cli/stored-configuration.ts' }],
  words: [],
})

/** `oms config …` */
export const configCommands: readonly DeclareCommand[] = [
  checkConfig,
  diffConfig,
  simulateConfig,
  migrateConfig,
  separateCredentials,
  storedConfig,
]
