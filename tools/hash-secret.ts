/**
 * Makes the `secretHash` of an API client for config/api-clients.json: reads the secret from standard input, so that it stays
 * out of the shell's history, and prints its hash. Without input it makes a secret and prints both.
 *
 *   printf %s "$SECRET" | node --conditions=development tools/hash-secret.ts
 */
import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { hashSecret, SECRET_LENGTH_MIN } from '@oms/service-kit/config/secret-hash'

const sent = process.stdin.isTTY ? '' : (await text(process.stdin)).replace(/\r?\n$/, '')
const secret = sent === '' ? randomBytes(32).toString('base64url') : sent

if (sent === '') console.log(`secret:     ${secret}`)
if (secret.length < SECRET_LENGTH_MIN) {
  console.error(`The secret is shorter than ${SECRET_LENGTH_MIN} characters: production will refuse it.`)
}
console.log(`secretHash: ${await hashSecret(secret)}`)
