import { Command } from '@commander-js/extra-typings'
import type { DeclareCommand } from '../../command.ts'
import { LOCAL, readProfiles, unknownProfile, writeProfiles } from '../../target/profiles.ts'

/** `oms profile use NAME`: what commands use that name no system. */
export const selectProfile: DeclareCommand = (run) =>
  new Command('use')
    .description('Use a profile from now on when no other one is named; "local" is the system of this machine')
    .argument('<name>', 'the profile')
    .action((name) =>
      run(async ({ output }) => {
        const profiles = readProfiles()
        if (name !== LOCAL && !(name in profiles.profiles)) throw unknownProfile(name)
        writeProfiles({ ...profiles, inUse: name === LOCAL ? null : name })
        output.result({ inUse: name }, () => `"${name}" is in use.`)
      }),
    )
