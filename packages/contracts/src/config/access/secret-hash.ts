import { Type } from '@sinclair/typebox'
import type { problemIn } from '../checks/find-problems.ts'
import { type ConfigProblem, OrNull } from '../config-file.ts'

const SCRYPT = 'scrypt\\$[0-9]+\\$[0-9]+\\$[0-9]+\\$[A-Za-z0-9_-]{16,}\\$[A-Za-z0-9_-]{43,}'
/**
 * In place of the hash of a password that was given in the browser: the gateway keeps it under this
 * name, sealed (configuration.md#credentials).
 */
const KEPT = 'kept\\$[A-Za-z0-9_-]{22}'
const KEPT_FORM = new RegExp(`^${KEPT}$`)

/** A hash as `scrypt$N$r$p$salt$hash`, salt and hash in base64url. */
export function SecretHash(description: string) {
  return Type.String({ secret: true, pattern: `^${SCRYPT}$`, description: `${description} \`scrypt$N$r$p$salt$hash\`.` })
}

/** The same, where it may also be the name of one that the gateway keeps. */
export function PasswordHash(description: string) {
  const pattern = `^(${SCRYPT}|${KEPT})$`
  return OrNull(Type.String({ secret: true, pattern, description: `${description} \`scrypt$N$r$p$salt$hash\`.` }))
}

/** Whether a text names a hash that the gateway keeps, and so is none. */
export function isKeptHash(text: string): boolean {
  return KEPT_FORM.test(text)
}

/** The warning about a hash in a file that every service reads. */
export function hashInPublicFile(report: ReturnType<typeof problemIn>, path: string, name: string): ConfigProblem {
  const remedy = 'Move it to credentials.json with `oms config separate-credentials`: the gateway alone needs it.'
  return report(path, `the hash of "${name}" is in a file that every service reads`, remedy)
}
