import { accessSync, constants } from 'node:fs'
import type { Authenticator, TlsOptions } from 'nats'
import { changingSecret, type Secret, secretNow } from '../config/secret-files.ts'
import type { Log } from '../observability/log.ts'

export type NatsAddress = {
  /**
   * One or several `nats://[user:password@]host:port`, separated by commas; `tls://` refuses a
   * server without TLS.
   */
  url: Secret
  user?: string | undefined
  /** Read again for each connection, so that it may change while the process runs. */
  password?: Secret | undefined
  tls?: NatsTls | undefined
}

/**
 * Files in PEM: whom the server's certificate must be signed by, and the certificate of the client.
 */
export type NatsTls = { caFile?: string | undefined; certFile?: string | undefined; keyFile?: string | undefined }

/** The variables that say how NATS is reached. */
export const natsVariables = [
  'NATS_URL',
  'NATS_USER',
  'NATS_PASSWORD',
  'NATS_TLS_CA_FILE',
  'NATS_TLS_CERT_FILE',
  'NATS_TLS_KEY_FILE',
] as const

type NatsEnvironment = { NATS_URL: string } & { [variable in (typeof natsVariables)[number]]?: string | undefined }

const tlsVariables = ['NATS_TLS_CA_FILE', 'NATS_TLS_CERT_FILE', 'NATS_TLS_KEY_FILE'] as const

/**
 * How the environment says that NATS is reached. Throws, without the address, when it is none, and
 * when a file of a certificate cannot be read. One that a changed file holds instead of an address
 * is in the log.
 */
export function natsAddress(environment: NatsEnvironment, log: Pick<Log, 'error'>): NatsAddress {
  const { NATS_URL, NATS_USER, NATS_PASSWORD } = environment
  for (const variable of tlsVariables) requireReadable(variable, environment[variable])
  return {
    url: changingSecret('NATS_URL', NATS_URL, { isUsable: isNatsUrl, log }),
    user: NATS_USER,
    password: NATS_PASSWORD === undefined ? undefined : changingSecret('NATS_PASSWORD', NATS_PASSWORD),
    tls: {
      caFile: environment.NATS_TLS_CA_FILE,
      certFile: environment.NATS_TLS_CERT_FILE,
      keyFile: environment.NATS_TLS_KEY_FILE,
    },
  }
}

function requireReadable(variable: string, file: string | undefined): void {
  if (file === undefined) return
  try {
    accessSync(file, constants.R_OK)
  } catch (error) {
    throw new Error(`${variable} names a file that cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

type Servers = { servers: string[]; authenticator?: Authenticator; tls?: TlsOptions }

function isNatsUrl(url: string): boolean {
  try {
    parseServers({ url })
    return /^(nats|tls):\/\//.test(url)
  } catch {
    return false
  }
}

/**
 * What the client wants to know: names and passwords, and whether there is TLS, apart from the
 * addresses. Throws, without the address, when it is none.
 */
export function parseServers({ url, user, password, tls = {} }: NatsAddress): Servers {
  const urls = parseUrls(url)
  const hasTls = urls.some(({ protocol }) => protocol === 'tls:') || Object.values(tls).some((file) => file !== undefined)
  const credentials = () => {
    const [first] = parseUrls(url)
    const name = user || decodeURIComponent(first?.username ?? '')
    const pass = (password && secretNow(password)) || decodeURIComponent(first?.password ?? '')
    return { user: name, pass }
  }
  return {
    servers: urls.map(({ host }) => host),
    ...(credentials().user === '' ? {} : { authenticator: credentials }),
    ...(hasTls ? { tls: tlsFiles(tls) } : {}),
  }
}

function parseUrls(url: Secret): URL[] {
  return secretNow(url).split(',').map(parseUrl)
}

/** The error of Node has the address in it, and with that the password. */
function parseUrl(text: string): URL {
  const url = URL.parse(text.trim())
  if (url === null) throw new Error('NATS_URL is no address')
  return url
}

function tlsFiles(tls: NatsTls): TlsOptions {
  return Object.fromEntries(Object.entries(tls).filter(([, file]) => file !== undefined))
}
