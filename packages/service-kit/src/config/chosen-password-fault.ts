import type { IsBreached } from './breached-passwords.ts'
import { passwordFault } from './password-fault.ts'

/**
 * Why a person cannot have a password, as what follows its name: it is easily guessed, or was
 * published (security.md#breached-passwords). Null where they can.
 */
export async function chosenPasswordFault(
  { isBreached }: { isBreached: IsBreached },
  password: string,
  userName: string,
): Promise<string | null> {
  const fault = await passwordFault(password, userName)
  if (fault !== null) return `cannot be used: ${fault}`
  return (await isBreached(password)) ? 'stands in a list of passwords that were published: choose another one' : null
}
