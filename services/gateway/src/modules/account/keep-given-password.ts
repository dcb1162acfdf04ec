import { randomBytes } from 'node:crypto'
import { PASSWORD_LENGTH_MIN } from '@open-oms/contracts/config/access/users'
import { invalid } from '@open-oms/contracts/errors'
import { PASSWORD_LENGTH_MAX } from '@open-oms/contracts/orders/configuration/documents'
import { type Caller, requireAllStores, requirePermission } from '@open-oms/service-kit/authentication/caller'
import type { IsBreached } from '@open-oms/service-kit/config/breached-passwords'
import { chosenPasswordFault } from '@open-oms/service-kit/config/password-fault'
import { hashPassword } from '@open-oms/service-kit/config/secret-hash'
import type { FastifyRequest } from 'fastify'
import type { CredentialRecords } from '../credentials/person-credentials.ts'
import { nameKey, type UserRegistry } from '../sessions/user-registry.ts'
import type { Turnstile } from '../tokens/turnstile.ts'

/** Former ones are there for as long as a version of `users.json` may be stored again. */
const KEPT_MAX = 20

export type GivenPasswordDeps = {
  credentials: Pick<CredentialRecords, 'change'>
  users: Pick<UserRegistry, 'find'>
  isBreached: IsBreached
  inTurn: Turnstile
}

/**
 * Makes what changes the body of `PUT /api/Configuration/Users/{userName}`: it keeps the hash of
 * the password and puts a name in its place, so that neither leaves the gateway
 * (configuration.md#credentials). The hash counts once `users.json` has the name. Raises
 * `Forbidden`, `ValidationFailed`, `Unavailable`.
 */
export function keepGivenPassword(deps: GivenPasswordDeps) {
  return async (request: FastifyRequest, body: Buffer): Promise<Buffer> => {
    const content = readObject(body)
    const passwords = content === null ? [] : Object.entries(content).filter(([key]) => key.toLowerCase() === 'password')
    const [, password] = passwords[0] ?? []
    if (content === null || passwords.length > 1 || !isPassword(password)) return body
    const caller = request.caller as Caller
    // The service checks both again. Here they keep others from adding to what is kept.
    requireAllStores(caller, 'The configuration is')
    requirePermission(caller, 'Users')
    const { userName } = request.params as { userName: string }
    const fault = await chosenPasswordFault(deps, password, userName)
    if (fault !== null) throw invalid('password', fault)
    const name = `kept$${randomBytes(16).toString('base64url')}`
    if (!isDryRun(request)) await keep(deps, userName, { name, hash: await deps.inTurn(() => hashPassword(password)) })
    const others = Object.entries(content).filter(([key]) => key.toLowerCase() !== 'password')
    return Buffer.from(JSON.stringify({ ...Object.fromEntries(others), password: name }))
  }
}

async function keep(deps: GivenPasswordDeps, userName: string, given: { name: string; hash: string }): Promise<void> {
  // The one that counts is never pushed out by attempts that the service refuses.
  const inForce = deps.users.find(userName)?.passwordHash ?? null
  await deps.credentials.change(nameKey(userName), (before) => {
    const kept = before.given ?? []
    const latest = kept.slice(1 - KEPT_MAX)
    return { ...before, given: [...kept.filter((one) => latest.includes(one) || one.name === inForce), given] }
  })
}

function isPassword(value: unknown): value is string {
  return typeof value === 'string' && value.length >= PASSWORD_LENGTH_MIN && value.length <= PASSWORD_LENGTH_MAX
}

function isDryRun({ query }: FastifyRequest): boolean {
  return String((query as { dryRun?: unknown }).dryRun).toLowerCase() === 'true'
}

/** Null for what is no object of JSON: the service says what is wrong with it. */
function readObject(body: Buffer): Record<string, unknown> | null {
  try {
    const content: unknown = JSON.parse(body.toString('utf8'))
    return typeof content === 'object' && content !== null && !Array.isArray(content)
      ? (content as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
