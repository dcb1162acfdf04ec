import { Command } from '@commander-js/extra-typings'
import { configFolder } from '@oms/system/run-file'
import type { DeclareCommand } from '../../command.ts'
import { changeUsers, findUser, isSameName, unknownUser } from './change-users.ts'

/** `oms user remove NAME...`: people sign in no more. */
export const removeUser: DeclareCommand = (run) =>
  new Command('remove')
    .description('Let people sign in no more, which ends their sessions; all of them or, when one is unknown, none')
    .argument('<names...>', 'the names they sign in with')
    .option('--config <folder>', 'the configuration folder; by default as with `oms config check`')
    .action((names, options) =>
      run(async ({ environment, output }) => {
        const folder = options.config ?? configFolder(environment)
        await changeUsers(folder, (users) => {
          const unknown = names.find((name) => findUser(users, name) === undefined)
          if (unknown !== undefined) throw unknownUser(unknown)
          return users.filter((user) => !names.some((name) => isSameName(name, user.userName)))
        })
        output.result({ removed: names, folder }, () => `Removed ${names.join(', ')}. The gateway knows it after a reload.`)
      }),
    )
