import { Redis } from 'ioredis'

/** A request must not wait longer for what guards it than it takes itself. */
const RESPONSE_WITHIN_MS = 250
/** How long the sentinels are left alone when none of them names a primary. */
const ASK_AGAIN_MS = 250

/**
 * Opens the Redis of REDIS_URL: a server, or whichever is the primary of the named sentinels at the
 * time. What is asked while it is unreachable fails immediately.
 */
export function openRedis(url: string, keyPrefix: string, responseWithinMs = RESPONSE_WITHIN_MS): Redis {
  const options = { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: responseWithinMs, keyPrefix }
  const sentinels = sentinelOptions(url)
  return sentinels === null ? new Redis(url, options) : new Redis({ ...options, ...sentinels })
}

/** User and password count for the servers and for the sentinels. */
function sentinelOptions(url: string) {
  const found = /^(?<scheme>rediss?)\+sentinel:\/\/(?:(?<credentials>[^/]*)@)?(?<hosts>[^/@]+)\/(?<name>[^/]+)$/.exec(url)
  if (found?.groups === undefined) return null
  const { scheme, credentials = '', hosts = '', name = '' } = found.groups
  const [username = '', password = ''] = credentials.split(':').map(decodeURIComponent)
  const tls = scheme === 'rediss' ? { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true } : {}
  return {
    sentinels: hosts.split(',').map((address) => {
      const { hostname, port } = new URL(`redis://${address}`)
      return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 26_379) }
    }),
    name,
    ...(username === '' ? {} : { username, sentinelUsername: username }),
    ...(password === '' ? {} : { password, sentinelPassword: password }),
    ...tls,
    sentinelRetryStrategy: () => ASK_AGAIN_MS,
  }
}
