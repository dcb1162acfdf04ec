import { Command } from '@commander-js/extra-typings'
import type { DeclareCommand } from '../../command.ts'
import { table } from '../../output/table.ts'
import { LOCAL, type Profile, profilesFile, readProfiles } from '../../target/profiles.ts'

/** `oms profile list`: the profiles, without their secrets. */
export const listProfiles: DeclareCommand = (run) =>
  new Command('list').description('List the profiles').action(() =>
    run(async ({ output, environment }) => {
      const { inUse, profiles } = readProfiles(environment)
      const named = Object.entries(profiles).map(([name, profile]) => ({
        name,
        gateway: profile.gateway,
        signsInBy: waySignedIn(profile),
        isInUse: name === inUse,
      }))
      const local = { name: LOCAL, gateway: null, signsInBy: 'the demo client, or the environment', isInUse: inUse === null }
      const all = [local, ...named]
      output.result({ file: profilesFile(environment), profiles: all }, () => {
        const rows = all.map(({ name, gateway, signsInBy, isInUse }) => [
          isInUse ? '*' : '',
          name,
          gateway ?? 'of run.json',
          signsInBy,
        ])
        return table(['In use', 'Name', 'Gateway', 'Signs in by'], rows)
      })
    }),
  )

function waySignedIn({ token, clientId }: Profile): string {
  if (token !== undefined) return 'a token'
  return clientId === undefined ? 'the environment' : `client ${clientId}`
}
