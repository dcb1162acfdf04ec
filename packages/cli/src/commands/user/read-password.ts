import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { PASSWORD_LENGTH_MIN, type User } from '@oms/contracts/config/users'
import { findKnownPasswords } from '@oms/service-kit/authentication/known-secrets'
import { hashSecret } from '@oms/service-kit/config/secret-hash'
import { wrongUsage } from '../../command-failure.ts'
import type { Context } from '../../context.ts'

/** Where a password comes from. */
export type PasswordOptions = { passwordStdin?: true | undefined; generate?: true | undefined }

/** The hash of a new password; `generated` is the password when nobody knows it yet. */
export type NewPassword = { passwordHash: string; generated: string | null }

const GENERATED_BYTES = 18
/** The gateway takes longer input for nobody's password. */
const PASSWORD_LENGTH_MAX = 1_024

/**
 * Reads or makes the password of a person. Raises `CommandFailure` for one that is too short or
 * known.
 */
export async function readPassword(userName: string, options: PasswordOptions, context: Context): Promise<NewPassword> {
  if (options.generate && options.passwordStdin) throw wrongUsage('Give --generate or --password-stdin, not both.')
  const generated = options.generate ? randomBytes(GENERATED_BYTES).toString('base64url') : null
  const password = generated ?? (options.passwordStdin ? await readFromInput(context) : await ask(userName, context))
  if (password.length < PASSWORD_LENGTH_MIN) throw wrongUsage(`A password has at least ${PASSWORD_LENGTH_MIN} characters.`)
  if (password.length > PASSWORD_LENGTH_MAX) throw wrongUsage(`A password has at most ${PASSWORD_LENGTH_MAX} characters.`)
  const passwordHash = await hashSecret(password)
  const user: User = { userName, passwordHash, displayName: null, roles: [], storeIds: [], isDisabled: false, isDemo: false }
  const [known] = await findKnownPasswords([user])
  if (known !== undefined) throw wrongUsage(`This password is easily guessed: ${known.reason}. Choose another one.`)
  return { passwordHash, generated }
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
