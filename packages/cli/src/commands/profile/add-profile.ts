import { text } from 'node:stream/consumers'
import { Command } from '@commander-js/extra-typings'
import { apiUrl } from '../../api/address.ts'
import type { DeclareCommand } from '../../command.ts'
import { CommandFailure, wrongUsage } from '../../command-failure.ts'
import type { Context } from '../../context.ts'
import { checkedGateway } from '../../target/find-target.ts'
import { changeProfiles, LOCAL, type Profile, type Profiles, profilesFile, readProfiles } from '../../target/profiles.ts'

type Options = { clientId?: string; token?: true; use?: true; replace?: true }

/** `oms profile add NAME --url URL`: stores how a system is reached. */
export const addProfile: DeclareCommand = (run) =>
  new Command('add')
    .description('Add a profile. The secret is asked for, or read from standard input, so that no history of a shell has it')
    .argument('<name>', 'how the profile is called')
    .requiredOption('--url <url>', 'the address of the gateway')
    .option('--client-id <id>', 'the API client; its secret is read')
    .option('--token', 'read a token instead of the secret of a client')
    .option('--use', 'use it from now on when no other one is named')
    .option('--replace', 'replace the profile of this name')
    .action((name, { url, ...options }) => run((context) => add(name, url, { options: options as Options, context })))

async function add(name: string, url: string, { options, context }: { options: Options; context: Context }): Promise<void> {
  if (!/^[a-z\d][\w.-]{0,63}$/i.test(name) || name === LOCAL)
    throw wrongUsage(
      `A profile has a name of letters, digits, dots, dashes and underscores, which begins with a letter or digit and is not "${LOCAL}".`,
    )
  if ((options.clientId === undefined) === (options.token === undefined))
    throw wrongUsage('Who signs in? Give --client-id ID, or --token.')
  const assertIsNew = ({ profiles }: Profiles) => {
    if (Object.hasOwn(profiles, name) && !options.replace)
      throw wrongUsage(`There is a profile "${name}": give --replace, or another name.`)
  }
  // Before the secret is asked for.
  assertIsNew(readProfiles(context.environment))
  const profile = await readProfile(checkedGateway(url), options, context)
  await changeProfiles(context.environment, (known) => {
    assertIsNew(known)
    return { inUse: options.use ? name : known.inUse, profiles: { ...known.profiles, [name]: profile } }
  })
  const { output } = context
  if (isPlainAndRemote(profile.gateway))
    output.note(`${apiUrl(profile.gateway, '')} is no https: whoever sees the network sees the secret.`)
  const file = profilesFile(context.environment)
  output.result({ name, gateway: profile.gateway, file }, () => `Added "${name}" to ${file}.`)
}

async function readProfile(gateway: string, { clientId }: Options, context: Context): Promise<Profile> {
  const secret = await readSecretOnce(clientId === undefined ? 'Token' : `Secret of client ${clientId}`, context)
  return clientId === undefined ? { gateway, token: secret } : { gateway, clientId, clientSecret: secret }
}

async function readSecretOnce(message: string, { signal, streams: { stdin, stderr } }: Context): Promise<string> {
  const ask = async () => {
    const { default: password } = await import('@inquirer/password')
    return await password({ message, mask: true }, { input: stdin, output: stderr, signal })
  }
  const secret = stdin.isTTY ? await ask() : (await text(stdin)).replace(/\r?\n$/, '')
  if (secret === '') throw new CommandFailure('The secret is empty.', { exitCode: 2, code: 'WrongUsage' })
  return secret
}

function isPlainAndRemote(gateway: string): boolean {
  const { protocol, hostname } = new URL(gateway)
  return protocol === 'http:' && !/^(localhost|127\.|\[::1\])/.test(hostname)
}
