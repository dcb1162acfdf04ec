import { Command } from '@commander-js/extra-typings'
import type { DeclareCommand } from '../../command.ts'
import { changeProfiles, LOCAL, unknownProfile } from '../../target/profiles.ts'

/** `oms profile use NAME`: what commands use that name no system. */
export const selectProfile: DeclareCommand = (run) =>
  new Command('use')
    .description('Use a profile from now on when no other one is named; "local" is the system of this machine')
    .argument('<name>', 'the profile')
    .action((name) =>
      run(async ({ output, environment }) => {
        await changeProfiles(environment, (known) => {
          if (name !== LOCAL && !Object.hasOwn(known.profiles, name)) throw unknownProfile(name)
          return { ...known, inUse: name === LOCAL ? null : name }
        })
        output.result({ inUse: name }, () => `"${name}" is in use.`)
      }),
    )
