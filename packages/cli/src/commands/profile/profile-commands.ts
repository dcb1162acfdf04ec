import { Command } from '@commander-js/extra-typings'
import type { DeclareCommand } from '../../command.ts'
import { facts, table } from '../../output/table.ts'
import type { Credentials } from '../../target/find-target.ts'
import { changeProfiles, LOCAL, type Profile, profilesFile, readProfiles, unknownProfile } from '../../target/profiles.ts'
import { addProfile } from './add-profile.ts'

/** `oms profile list`: the profiles, without their secrets. */
const listProfiles: DeclareCommand = (run) =>
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

/** `oms profile show`: what the next command would use, without secrets. */
const showProfile: DeclareCommand = (run) =>
  new Command('show').description('Show which system the next command would use, and who signs in').action(() =>
    run(async ({ output, target }) => {
      const { profile, gatewayUrl, credentials, local } = target()
      const shown = { profile, gateway: gatewayUrl, signsInBy: describe(credentials), dataFolder: local?.dataDir ?? null }
      output.result(shown, () =>
        facts([
          ['Profile', profile],
          ['Gateway', gatewayUrl],
          ['Signs in by', shown.signsInBy],
          ['Data folder', shown.dataFolder],
        ]),
      )
    }),
  )

function describe(credentials: Credentials | null): string {
  if (credentials === null) return 'nothing'
  return 'token' in credentials ? 'a token' : `client ${credentials.clientId}`
}

/** `oms profile use NAME`: what commands use that name no system. */
const selectProfile: DeclareCommand = (run) =>
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

/** `oms profile remove NAME`: forgets how a system is reached. */
const removeProfile: DeclareCommand = (run) =>
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

/** `oms profile …` */
export const profileCommands: readonly DeclareCommand[] = [listProfiles, showProfile, addProfile, selectProfile, removeProfile]
