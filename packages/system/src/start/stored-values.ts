import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '@open-oms/local-servers/start-error'
import { type DatabasePasswords, newDatabasePasswords } from './database-passwords.ts'
import { type NatsPasswords, newNatsPasswords } from './nats-authorization.ts'

const SIGNING_KEY = 'token-signing-key.pem'

/** What one start must know from the one before, and the command line tools of the start. */
export type StoredValues = {
  postgresPassword: string
  postgresPort: number
  databasePasswords: DatabasePasswords
  natsPasswords: NatsPasswords
  natsPort: number
  /** The folder of the tenant configuration at the last start. */
  configDir?: string
}

/**
 * Reads the values stored in the data folder; passwords are made up at the first start, ports are 0
 * then.
 */
export function readStoredValues(dataDir: string): StoredValues {
  const file = storedFile(dataDir)
  const password = () => randomBytes(18).toString('hex')
  const databasePasswords = newDatabasePasswords()
  const fresh = {
    postgresPassword: password(),
    postgresPort: 0,
    databasePasswords,
    natsPasswords: newNatsPasswords(),
    natsPort: 0,
  }
  if (!existsSync(file)) return fresh
  try {
    // Versions before had one password for all databases, and one at NATS.
    const { natsPassword, ...known } = JSON.parse(readFileSync(file, 'utf8'))
    return {
      ...fresh,
      ...known,
      // And none for the user of reports.
      databasePasswords: withNewUsers(databasePasswords, known.databasePasswords),
      natsPasswords: { ...fresh.natsPasswords, ...known.natsPasswords },
    }
  } catch {
    throw new StartError(`${file} cannot be read: restore it, or move the data folder elsewhere and start with an empty one.`)
  }
}

/** Passwords as they are stored, and fresh ones of users that were not there then. */
function withNewUsers(fresh: DatabasePasswords, known: Partial<DatabasePasswords> = {}): DatabasePasswords {
  const entries = Object.entries(fresh).map(([service, passwords]) => [
    service,
    { ...passwords, ...known[service as keyof DatabasePasswords] },
  ])
  return Object.fromEntries(entries)
}

/** The configuration folder of the last start; null when there was none. */
export function readConfigDir(dataDir: string): string | null {
  return existsSync(storedFile(dataDir)) ? (readStoredValues(dataDir).configDir ?? null) : null
}

/** Writes them into the data folder, which is made when it is missing. */
export function writeStoredValues(dataDir: string, values: StoredValues): void {
  mkdirSync(dataDir, { recursive: true })
  writeWhole(storedFile(dataDir), `${JSON.stringify(values, null, 2)}\n`)
}

/**
 * The passwords of the databases, as another process may have stored them meanwhile; stores them
 * together with the other values. One process at a time may store them: the roles have these
 * passwords from then on.
 */
export function keepDatabasePasswords(dataDir: string, values: StoredValues): DatabasePasswords {
  if (existsSync(storedFile(dataDir))) values.databasePasswords = readStoredValues(dataDir).databasePasswords
  writeStoredValues(dataDir, values)
  return values.databasePasswords
}

/**
 * The file with the key that signs the gateway's tokens; made once, so that tokens outlive a
 * restart.
 */
export function signingKeyFile(dataDir: string): string {
  const file = join(dataDir, SIGNING_KEY)
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ed25519')
    writeWhole(file, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  }
  return file
}

/** Writes a secret that a service reads from a file, and returns the file's name. */
export function writeSecretFile(dataDir: string, name: string, secret: string): string {
  const folder = join(dataDir, 'secrets')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, name)
  writeWhole(file, `${secret}\n`)
  return file
}

/**
 * What must be kept beside databases and files: the secrets of a data folder, as far as they are
 * there.
 */
export function keyFiles(dataDir: string): string[] {
  return [storedFile(dataDir), join(dataDir, SIGNING_KEY)].filter((file) => existsSync(file))
}

function storedFile(dataDir: string): string {
  return join(dataDir, 'start.json')
}

/**
 * Writes a file for its owner alone, whole or not at all: a half-written password would lock
 * everybody out of the database.
 */
export function writeWhole(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
