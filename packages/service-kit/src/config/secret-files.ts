import { readFileSync } from 'node:fs'
import type { Log } from '../observability/log.ts'

/** A secret, or how to read it as it is now. */
export type Secret = string | (() => string)

/** The secret as it is now. */
export function secretNow(secret: Secret): string {
  return typeof secret === 'string' ? secret : secret()
}

type Source = Record<string, string | undefined>

/** The variable that names the file with a secret. */
export const fileVariable = (name: string) => `${name}_FILE`

/**
 * The value of a variable that is a secret: its own, or what is in the file that `<NAME>_FILE`
 * names, without trailing line breaks (configuration.md#secrets-in-files). Undefined when
 * neither is set. The error that it throws names neither the content nor the path of the
 * file: the path may be the secret itself, written to the wrong variable.
 */
export function readSecret(name: string, source: Source): string | undefined {
  const [value, file] = [source[name] || undefined, source[fileVariable(name)] || undefined]
  if (file === undefined) return value
  if (value !== undefined) throw new Error(`${name} and ${fileVariable(name)} are both set: leave one of them out`)
  const text = readFile(name, file).replace(/[\r\n]+$/, '')
  if (text === '') throw new Error(`${fileVariable(name)} names an empty file`)
  return text
}

function readFile(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`${fileVariable(name)} names a file that cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

type SecretFileOptions = {
  source?: Source
  /** Whether a text can be the secret; any text can when absent. */
  isUsable?: (text: string) => boolean
  log?: Pick<Log, 'error'>
}

/**
 * The value of a secret that may be changed while the process runs: a file is read whenever the
 * value is needed. While the file is unreadable or invalid, the last valid value is used.
 * `first` is the value at the start; throws when it cannot be used.
 */
export function changingSecret(
  name: string,
  first: string,
  { source = process.env, isUsable, log }: SecretFileOptions = {},
): Secret {
  if (isUsable?.(first) === false)
    throw new Error(`${name} cannot be used: it does not have the right form, or names a file that cannot be read`)
  if (!source[fileVariable(name)]) return first
  let [last, refused] = [first, '']
  return () => {
    const text = readAgain(name, source) ?? last
    if (text === last || isUsable?.(text) !== false) {
      ;[last, refused] = [text, '']
    } else if (text !== refused) {
      refused = text
      log?.error(
        { variable: fileVariable(name) },
        'the new content of the file of a secret cannot be used; the one before counts',
      )
    }
    return last
  }
}

/** Undefined for a file that is being replaced: the next call reads it. */
function readAgain(name: string, source: Source): string | undefined {
  try {
    return readSecret(name, source)
  } catch {
    return undefined
  }
}
