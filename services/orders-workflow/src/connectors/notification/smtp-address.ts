/**
 * A mail server as `smtp://user:password@host:port?options` names it; `smtps` speaks TLS from the
 * first byte.
 */
export type SmtpAddress = {
  host: string
  port: number
  secure: boolean
  auth: { user: string; pass: string } | null
  requireTLS: boolean
  ignoreTLS: boolean
  rejectUnauthorized: boolean
}

const options = ['requireTLS', 'ignoreTLS', 'rejectUnauthorized']
/** A server on this machine, to which nothing travels. */
const HERE = /^(localhost|127(\.\d+){3}|\[::1\])$/
/** The port of mail submission, without and with TLS from the start (RFC 8314). */
const PORT = 587
const PORT_SECURE = 465

/**
 * Reads the address of a mail server. User and password are percent-encoded. No mail is sent
 * without TLS, except to a server on this machine; a server in the middle could else strip it. The
 * options `requireTLS` (`false`: only where the server offers it), `ignoreTLS` (none at all) and
 * `rejectUnauthorized=false` (any certificate) are the only ones: an address must not switch on all
 * that the library can do. Null when it is no such address.
 */
export function smtpAddress(text: string): SmtpAddress | null {
  const url = URL.parse(text)
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || !/^\/?$/.test(url.pathname)) return null
  if ([...url.searchParams].some(([name, value]) => !options.includes(name) || !/^(true|false)$/.test(value))) return null
  const [user, pass] = [decoded(url.username), decoded(url.password)]
  if (user === null || pass === null) return null
  const secure = url.protocol === 'smtps:'
  const ignoreTLS = url.searchParams.get('ignoreTLS') === 'true'
  const isRequired = !HERE.test(url.hostname) && !ignoreTLS && !secure
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (secure ? PORT_SECURE : PORT),
    secure,
    auth: user === '' ? null : { user, pass },
    requireTLS: (url.searchParams.get('requireTLS') ?? String(isRequired)) === 'true',
    ignoreTLS,
    rejectUnauthorized: url.searchParams.get('rejectUnauthorized') !== 'false',
  }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
