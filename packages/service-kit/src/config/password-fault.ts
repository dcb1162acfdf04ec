import { PASSWORD_LENGTH_MIN } from '@open-oms/contracts/config/access/users'
import type { IsBreached } from './breached-passwords.ts'

/** The gateway takes longer input for nobody's password. */
export const PASSWORD_LENGTH_MAX = 1_024
/** Of 0 to 4: from here on a password takes more than a hundred million guesses. */
const SCORE_MIN = 3
/** What is known of everybody here. */
const KNOWN_WORDS = ['demo', 'oms', 'open-oms', 'passord', 'order', 'warehouse', 'lager']

/**
 * Why a text cannot become the password of a person, as a sentence; null where it can
 * (security.md#people). A password that is common, or made of the name, of sequences or keyboard
 * rows, is found among the first guesses.
 */
export async function passwordFault(password: string, userName: string): Promise<string | null> {
  if (password.length < PASSWORD_LENGTH_MIN) return `A password has at least ${PASSWORD_LENGTH_MIN} characters.`
  if (password.length > PASSWORD_LENGTH_MAX) return `A password has at most ${PASSWORD_LENGTH_MAX} characters.`
  // Loaded where a password is made: its dictionaries take tens of megabytes.
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const strength = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  const names = [userName, ...userName.split('@'), ...userName.split(/[^\p{L}\p{N}]+/u)].filter((part) => part.length > 2)
  const { score } = strength.check(password, [...names, ...KNOWN_WORDS])
  return score < SCORE_MIN ? 'This password is easily guessed. Choose another one, such as four unrelated words.' : null
}

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
