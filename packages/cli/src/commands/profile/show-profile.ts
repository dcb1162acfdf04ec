import { Command } from '@commander-js/extra-typings'
import type { DeclareCommand } from '../../command.ts'
import { facts } from '../../output/table.ts'
import type { Credentials } from '../../target/find-target.ts'

/** `oms profile show`: what the next command would use, without secrets. */
export const showProfile: DeclareCommand = (run) =>
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
