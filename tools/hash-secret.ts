/**
 * Makes the `secretHash` of an API client for config/api-clients.json. Without an argument it makes
 * a secret and prints both; a secret of one's own is the argument, or standard input (`-`), which
 * keeps it out of the shell's history.
 */
import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { UsageError } from '@open-oms/service-kit/config/read-arguments'
import { hashSecret, SECRET_LENGTH_MIN } from '@open-oms/service-kit/config/secret-hash'
import { commandLine } from '@open-oms/system/command-line'

const usage = `Usage: node --conditions=development tools/hash-secret.ts [SECRET | -]

  without SECRET   makes a secret, and prints the secret and its hash
  SECRET           prints the hash of this secret; the shell keeps it in its history
  -                prints the hash of the secret on standard input

A SECRET that begins with "-" goes after "--", or to standard input.
`
const { positionals } = commandLine({
  usage,
  options: {},
  checkArguments: (words) => (words.length > 1 ? 'Give one secret. A secret with spaces needs quotes.' : null),
})

async function standardInput(): Promise<string> {
  return (await text(process.stdin)).replace(/\r?\n$/, '')
}

/** The secret to hash; null to create one. */
async function readSecret([word]: readonly string[]): Promise<string | null> {
  // Whoever pipes a secret and forgets the "-" must not get the hash of another one.
  if (word === undefined) return (process.stdin.isTTY ? '' : await standardInput()) || null
  const secret = word === '-' ? await standardInput() : word
  if (secret === '') throw new UsageError(word === '-' ? 'There is no secret on standard input.' : 'The secret is empty.')
  return secret
}

async function run(): Promise<number> {
  const given = await readSecret(positionals)
  const secret = given ?? randomBytes(32).toString('base64url')
  if (given === null) console.log(`secret:     ${secret}`)
  if (secret.length < SECRET_LENGTH_MIN)
    console.error(`The secret is shorter than ${SECRET_LENGTH_MIN} characters: production will refuse it.`)
  console.log(`secretHash: ${await hashSecret(secret)}`)
  return 0
}

process.exitCode = await run().catch((error: Error) => {
  console.error(error instanceof UsageError ? `${error.message}\n\n${usage}` : error.message)
  return error instanceof UsageError ? 2 : 1
})
