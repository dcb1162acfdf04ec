import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { IsBreached } from '@oms/service-kit/config/breached-passwords'
import { chosenPasswordFault } from '@oms/service-kit/config/chosen-password-fault'
import { hashPassword } from '@oms/service-kit/config/secret-hash'
import { wrongUsage } from '../../command-failure.ts'
import type { Context } from '../../context.ts'

/** Where a password comes from. */
export type PasswordOptions = { passwordStdin?: true | undefined; generate?: true | undefined }

/** The hash of a new password; `generated` is the password when nobody knows it yet. */
export type NewPassword = { passwordHash: string; generated: string | null }

const GENERATED_BYTES = 18

/**
 * Reads or makes the password of a person. Raises `CommandFailure` for one that is too short,
 * easily guessed, or published by the list of `BREACHED_PASSWORDS`.
 */
export async function readPassword(userName: string, options: PasswordOptions, context: Context): Promise<NewPassword> {
  if (options.generate && options.passwordStdin) throw wrongUsage('Give --generate or --password-stdin, not both.')
  const generated = options.generate ? randomBytes(GENERATED_BYTES).toString('base64url') : null
  const password = generated ?? (options.passwordStdin ? await readFromInput(context) : await ask(userName, context))
  const fault = await chosenPasswordFault({ isBreached: await openList(context) }, password, userName)
  if (fault !== null) throw wrongUsage(`This password ${fault}`)
  return { passwordHash: await hashPassword(password), generated }
}

/** The list that the gateway looks passwords up in, where the environment names it here too. */
async function openList({ environment }: Context): Promise<IsBreached> {
  const { openBreachedPasswords } = await import('@oms/service-kit/config/breached-passwords')
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
