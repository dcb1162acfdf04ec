import { generateKeyPairSync } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createKeyRing, type KeyRing } from './key-ring.ts'

/**
 * A key that lives as long as the process. Its tokens are worthless to another instance and after a
 * restart.
 */
export function createEphemeralKeyRing(): Promise<KeyRing> {
  const { privateKey } = generateKeyPairSync('ed25519')
  return createKeyRing([privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()])
}

/**
 * Reads TOKEN_SIGNING_KEYS: a comma-separated list, each item a key file or a folder of key files
 * (`.pem`, `.json`; taken in the order of their names), or the keys themselves in PEM or as JWK.
 * The first key signs.
 */
export async function loadSigningKeys(setting: string): Promise<KeyRing> {
  const texts = inlineKeys(setting) ?? setting.split(',').flatMap((item, index) => readKeyFiles(item.trim(), index + 1))
  try {
    return await createKeyRing(texts)
  } catch (error) {
    throw new Error(`TOKEN_SIGNING_KEYS: ${(error as Error).message}`)
  }
}

function inlineKeys(setting: string): string[] | null {
  const text = setting.trim()
  if (text.startsWith('-----BEGIN')) return text.split(/(?=-----BEGIN)/)
  if (text.startsWith('{')) return [text]
  return null
}

function readKeyFiles(path: string, position: number): string[] {
  if (path === '') return []
  try {
    if (!statSync(path).isDirectory()) return [readFileSync(path, 'utf8')]
    const names = readdirSync(path).filter((name) => /\.(pem|json)$/.test(name))
    return names.sort().map((name) => readFileSync(join(path, name), 'utf8'))
  } catch (error) {
    // What is no path may be the key itself, without the lines of its notation: the log must not
    // have it.
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`TOKEN_SIGNING_KEYS: item ${position} is neither a key nor a file or folder that can be read (${code}).`)
  }
}
