import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

type ComposeFile = { services: Record<string, { environment?: Record<string, string> }> }

/**
 * A made-up value for every variable that a compose file demands (`${NAME:?…}`). NATS reads a
 * password as a word, which begins with a letter.
 */
export function requiredSecrets(composeFile: string): Record<string, string> {
  const names = new Set([...readFileSync(composeFile, 'utf8').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name as string))
  return Object.fromEntries([...names].map((name) => [name, `p${randomBytes(24).toString('hex')}`]))
}

/** The environment of one service of a compose file, with the variables that it is read with. */
export function serviceEnvironment(
  composeFile: string,
  { service, variables }: { service: string; variables: Record<string, string> },
): Record<string, string> {
  const { services }: ComposeFile = parse(readFileSync(composeFile, 'utf8'), { merge: true })
  const declared = services[service]?.environment ?? {}
  return Object.fromEntries(Object.entries(declared).map(([name, value]) => [name, interpolate(String(value), variables)]))
}

function interpolate(text: string, variables: Record<string, string>): string {
  return text.replace(/\$\{(\w+)(?::[-?]([^}]*))?\}/g, (_all, name: string, otherwise = '') => variables[name] || otherwise)
}
