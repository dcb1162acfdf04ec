import { Command } from '@commander-js/extra-typings'
import { configFolder } from '@oms/system/run-file'
import type { DeclareCommand } from '../../command.ts'
import { table } from '../../output/table.ts'
import { readUsers } from './change-users.ts'

/** `oms user list`: the people, without the hashes of their passwords. */
export const listUsers: DeclareCommand = (run) =>
  new Command('list')
    .description('List the people who may sign in')
    .option('--config <folder>', 'the configuration folder; by default as with `oms config check`')
    .action((options) =>
      run(async ({ environment, output }) => {
        const folder = options.config ?? configFolder(environment)
        const users = (await readUsers(folder)).map(({ passwordHash: _, ...user }) => user)
        output.result({ folder, users }, () => {
          const rows = users.map(({ userName, displayName, roles, storeIds, isDemo }) => [
            userName,
            displayName,
            roles.join(', '),
            storeIds.join(', ') || 'all',
            isDemo ? 'demo' : '',
          ])
          return table(['Name', 'Shown as', 'Roles', 'Stores', 'Note'], rows)
        })
      }),
    )
