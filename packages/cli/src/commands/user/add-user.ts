import { Command, Option } from '@commander-js/extra-typings'
import { type Role, roles } from '@oms/contracts/access'
import { configFolder } from '@oms/system/run-file'
import type { DeclareCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { assertCanBeAdded, changeUsers, findUser, knownUser } from './change-users.ts'
import { type PasswordOptions, readPassword } from './read-password.ts'

type Options = PasswordOptions & { config?: string; displayName?: string; role: Role[]; store?: string[] }

/** Fits the form of a hash: a person is checked before a password is asked for. */
const NO_HASH = `scrypt$1$1$1$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** `oms user add NAME --role ROLE`: lets a person sign in. */
export const addUser: DeclareCommand = (run) =>
  new Command('add')
    .description('Let a person sign in. The password is asked for, or read from standard input, or made')
    .argument('<name>', 'the name the person signs in with, such as an e-mail address')
    .addOption(new Option('--role <role...>', 'what the person may do').choices(roles).makeOptionMandatory())
    .option('--store <id...>', 'the stores the person is limited to; all without it')
    .option('--display-name <name>', 'the name that pages show')
    .option('--password-stdin', 'read the password from standard input')
    .option('--generate', 'make a password, and print it this once')
    .option('--config <folder>', 'the configuration folder; by default as with `oms config check`')
    .action((name, options) => run((context) => add(name, options as Options, context)))

async function add(userName: string, options: Options, context: Context): Promise<void> {
  const folder = options.config ?? configFolder(context.environment)
  const user = {
    userName,
    displayName: options.displayName ?? null,
    passwordHash: NO_HASH,
    roles: [...new Set(options.role)],
    storeIds: [...new Set(options.store ?? [])],
  }
  await assertCanBeAdded(folder, user)
  const { passwordHash, generated } = await readPassword(userName, options, context)
  await changeUsers(folder, (users) => {
    // Someone else may have added the person meanwhile.
    if (findUser(users, userName) !== undefined) throw knownUser(userName)
    return [...users, { ...user, passwordHash }]
  })
  const shown = generated === null ? {} : { password: generated }
  context.output.result({ userName, roles: user.roles, storeIds: user.storeIds, folder, ...shown }, () =>
    [`Added "${userName}". The gateway knows it after a reload.`, ...(generated ? [`Password: ${generated}`] : [])].join('\n'),
  )
}
