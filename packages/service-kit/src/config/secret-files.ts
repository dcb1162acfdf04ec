import { readFileSync } from 'node:fs'

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
 * The value of a variable that is a secret: its own, or what is in the file that `<NAME>_FILE` names, without the ends of lines
 * behind it (configuration.md#secrets-in-files). Undefined when neither is set. Throws an error for people that has neither the
 * content nor the name of the file in it: it may be the secret, written to the wrong variable.
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

/**
 * The value of a secret that may be changed while the process runs: a file is read whenever the value is needed. While it cannot
 * be read, the value before counts. `first` is the value at the start.
 */
export function changingSecret(name: string, first: string, source: Source = process.env): Secret {
  if (!source[fileVariable(name)]) return first
  let last = first
  return () => {
    try {
      last = readSecret(name, source) ?? last
    } catch {
      // A file that is being replaced: the next one who asks reads it.
    }
    return last
  }
}
