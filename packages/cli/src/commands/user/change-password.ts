import { Command } from '@commander-js/extra-typings'
import { configFolder } from '@oms/system/run-file'
import type { DeclareCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { changeUsers, findUser, isSameName, readUsers, unknownUser, type WrittenUser } from './change-users.ts'
import { type PasswordOptions, readPassword } from './read-password.ts'

type Options = PasswordOptions & { config?: string }

/** `oms user password NAME`: gives a person another password. */
export const changePassword: DeclareCommand = (run) =>
  new Command('password')
    .description('Give a person another password, which ends the sessions of that person; a demo user is none any more')
    .argument('<name>', 'the name the person signs in with')
    .option('--password-stdin', 'read the password from standard input')
    .option('--generate', 'make a password, and print it this once')
    .option('--config <folder>', 'the configuration folder; by default as with `oms config check`')
    .action((name, options) => run((context) => change(name, options as Options, context)))

async function change(given: string, options: Options, context: Context): Promise<void> {
  const folder = options.config ?? configFolder(context.environment)
  const userName = findUser(await readUsers(folder), given)?.userName
  if (userName === undefined) throw unknownUser(given)
  const { passwordHash, generated } = await readPassword(userName, options, context)
  await changeUsers(folder, (users) => {
    if (findUser(users, userName) === undefined) throw unknownUser(userName)
    return users.map((user) => (isSameName(user.userName, userName) ? withPassword(user, passwordHash) : user))
  })
  const shown = generated === null ? {} : { password: generated }
  context.output.result({ userName, folder, ...shown }, () =>
    [
      `Changed the password of "${userName}". The gateway knows it after a reload.`,
      ...(generated ? [`Password: ${generated}`] : []),
    ].join('\n'),
  )
}

/** Not everybody knows the password any more, so production may have the user. */
function withPassword({ isDemo: _, ...user }: WrittenUser, passwordHash: string): WrittenUser {
  return { ...user, passwordHash }
}
