import { Command } from '@commander-js/extra-typings'
import type { DeclareCommand } from '../../command.ts'
import { changeProfiles, unknownProfile } from '../../target/profiles.ts'

/** `oms profile remove NAME`: forgets how a system is reached. */
export const removeProfile: DeclareCommand = (run) =>
  new Command('remove')
    .description('Remove a profile with its secret')
    .argument('<name>', 'the profile')
    .action((name) =>
      run(async ({ output, environment }) => {
        await changeProfiles(environment, ({ inUse, profiles }) => {
          const { [name]: removed, ...kept } = profiles
          if (removed === undefined) throw unknownProfile(name)
          return { inUse: inUse === name ? null : inUse, profiles: kept }
        })
        output.result({ removed: name }, () => `Removed "${name}".`)
      }),
    )
