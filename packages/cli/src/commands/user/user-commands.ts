import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { Command, Option } from '@commander-js/extra-typings'
import { roles } from '@open-oms/contracts/access'
import type { IsBreached } from '@open-oms/service-kit/config/breached-passwords'
import { chosenPasswordFault } from '@open-oms/service-kit/config/password-fault'
import { hashPassword } from '@open-oms/service-kit/config/secret-hash'
import { configFolder } from '@open-oms/system/run-file'
import type { DeclareCommand } from '../../command.ts'
import { wrongUsage } from '../../command-failure.ts'
import type { Context } from '../../context.ts'
import { table } from '../../output/table.ts'
import {
  assertCanBeAdded,
  changeUsers,
  findUser,
  isSameName,
  knownUser,
  readUsers,
  unknownUser,
  type WrittenUser,
} from './change-users.ts'
import { configFolders } from './credential-file.ts'

/** Where a password comes from. */
type PasswordOptions = { passwordStdin?: true | undefined; generate?: true | undefined }

/** The hash of a new password; `generated` is the password when nobody knows it yet. */
type NewPassword = { passwordHash: string; generated: string | null }

const GENERATED_BYTES = 18

/**
 * Reads or makes the password of a person. Raises `CommandFailure` for one that is too short,
 * easily guessed, or published by the list of `BREACHED_PASSWORDS`.
 */
async function readPassword(userName: string, options: PasswordOptions, context: Context): Promise<NewPassword> {
  if (options.generate && options.passwordStdin) throw wrongUsage('Give --generate or --password-stdin, not both.')
  const generated = options.generate ? randomBytes(GENERATED_BYTES).toString('base64url') : null
  const password = generated ?? (options.passwordStdin ? await readFromInput(context) : await ask(userName, context))
  const fault = await chosenPasswordFault({ isBreached: await openList(context) }, password, userName)
  if (fault !== null) throw wrongUsage(`This password ${fault}`)
  return { passwordHash: await hashPassword(password), generated }
}

/** The list that the gateway looks passwords up in, where the environment names it here too. */
async function openList({ environment }: Context): Promise<IsBreached> {
  const { openBreachedPasswords } = await import('@open-oms/service-kit/config/breached-passwords')
  return await openBreachedPasswords(environment.BREACHED_PASSWORDS || undefined).catch(({ message }: Error) => {
    throw wrongUsage(message)
  })
}

async function readFromInput({ streams }: Context): Promise<string> {
  return (await text(streams.stdin)).replace(/\r?\n$/, '')
}

async function ask(userName: string, { signal, streams }: Context): Promise<string> {
  if (streams.stdin.isTTY !== true)
    throw wrongUsage('Nobody can be asked for the password here: give --password-stdin or --generate.')
  const { default: prompt } = await import('@inquirer/password')
  const settings = { input: streams.stdin, output: streams.stderr, signal }
  const first = await prompt({ message: `Password of ${userName}` }, settings)
  const second = await prompt({ message: 'The same again' }, settings)
  if (first !== second) throw wrongUsage('The two passwords differ.')
  return first
}

/** `oms user list`: the people, without the hashes of their passwords. */
const listUsers: DeclareCommand = (run) =>
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

type NewUserOptions = PasswordOptions & { config?: string; displayName?: string; role: string[]; store?: string[] }

/** `oms user add NAME --role ROLE`: lets a person sign in. */
const addUser: DeclareCommand = (run) =>
  new Command('add')
    .description('Let a person sign in. The password is asked for, or read from standard input, or made')
    .argument('<name>', 'the name the person signs in with, such as an e-mail address')
    .addOption(new Option('--role <role...>', `${roles.join(', ')}, or a role of roles.json`).makeOptionMandatory())
    .option('--store <id...>', 'the stores the person is limited to; all without it')
    .option('--display-name <name>', 'the name that pages show')
    .option('--password-stdin', 'read the password from standard input')
    .option('--generate', 'make a password, and print it this once')
    .option('--config <folder>', 'the configuration folder; by default as with `oms config check`')
    .action((name, options) => run((context) => add(name, options as NewUserOptions, context)))

async function add(userName: string, options: NewUserOptions, context: Context): Promise<void> {
  const folders = configFolders(options.config, context.environment)
  const { config: folder } = folders
  const user = {
    userName,
    displayName: options.displayName ?? null,
    roles: [...new Set(options.role)],
    storeIds: [...new Set(options.store ?? [])],
    ...((options.store ?? []).length === 0 ? { allStores: true } : {}),
  }
  await assertCanBeAdded(folder, user)
  const { passwordHash, generated } = await readPassword(userName, options, context)
  await changeUsers(folders, (users) => {
    // Someone else may have added the person meanwhile.
    if (findUser(users, userName) !== undefined) throw knownUser(userName)
    return [...users, { ...user, passwordHash }]
  })
  const shown = generated === null ? {} : { password: generated }
  context.output.result({ userName, roles: user.roles, storeIds: user.storeIds, folder, ...shown }, () =>
    [`Added "${userName}". The gateway knows it after a reload.`, ...(generated ? [`Password: ${generated}`] : [])].join('\n'),
  )
}

type PasswordChangeOptions = PasswordOptions & { config?: string }

/** `oms user password NAME`: gives a person another password. */
const changePassword: DeclareCommand = (run) =>
  new Command('password')
    .description('Give a person another password, which ends the sessions of that person; a demo user is none any more')
    .argument('<name>', 'the name the person signs in with')
    .option('--password-stdin', 'read the password from standard input')
    .option('--generate', 'make a password, and print it this once')
    .option('--config <folder>', 'the configuration folder; by default as with `oms config check`')
    .action((name, options) => run((context) => change(name, options as PasswordChangeOptions, context)))

async function change(given: string, options: PasswordChangeOptions, context: Context): Promise<void> {
  const folders = configFolders(options.config, context.environment)
  const { config: folder } = folders
  const userName = findUser(await readUsers(folder), given)?.userName
  if (userName === undefined) throw unknownUser(given)
  const { passwordHash, generated } = await readPassword(userName, options, context)
  await changeUsers(folders, (users) => {
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

/** `oms user remove NAME...`: removes people. */
const removeUser: DeclareCommand = (run) =>
  new Command('remove')
    .description('Remove people, which ends their sessions; all of them or, when one is unknown, none')
    .argument('<names...>', 'the names they sign in with')
    .option('--config <folder>', 'the configuration folder; by default as with `oms config check`')
    .action((names, options) =>
      run(async ({ environment, output }) => {
        const folders = configFolders(options.config, environment)
        await changeUsers(folders, (users) => {
          const unknown = names.find((name) => findUser(users, name) === undefined)
          if (unknown !== undefined) throw unknownUser(unknown)
          return users.filter((user) => !names.some((name) => isSameName(name, user.userName)))
        })
        output.result(
          { removed: names, folder: folders.config },
          () => `Removed ${names.join(', ')}. The gateway knows it after a reload.`,
        )
      }),
    )

/** `oms user …` */
export const userCommands: readonly DeclareCommand[] = [listUsers, addUser, changePassword, removeUser]
