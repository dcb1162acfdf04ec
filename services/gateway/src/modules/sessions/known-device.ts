import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { KeyRing } from '../tokens/key-ring.ts'
import { createSeal } from '../tokens/sealed-value.ts'

/** A browser in which people have signed in by password. */
type Device = { id: string; people: string[] }

/**
 * Remembers in a browser who has signed in there by password. Its failed attempts count by
 * themselves, so that guesses from elsewhere keep nobody out (security.md#failed-attempts). It
 * proves nothing else: a password is still asked for.
 */
export type KnownDevice = {
  /** The id of the browser where this person has signed in before; null elsewhere. */
  find(keyRing: KeyRing, headers: IncomingHttpHeaders, nameKey: string): Promise<string | null>
  /** The value of `Set-Cookie` of a browser where this person has signed in now. */
  write(keyRing: KeyRing, headers: IncomingHttpHeaders, nameKey: string): Promise<string>
}

const LIFETIME_SECONDS = 180 * 24 * 3_600
/**
 * So many people are known at a shared browser; the one who came first is forgotten for another.
 */
const PEOPLE_MAX = 20
const PATH = '/session'

const { seal, open } = createSeal<Device>('oms known device')

export function knownDevice(publicUrl: string): KnownDevice {
  const secure = publicUrl.startsWith('https:')
  const name = secure ? '__Secure-oms-device' : 'oms-device'
  const attributes = { httpOnly: true, sameSite: 'strict', secure, path: PATH, maxAge: LIFETIME_SECONDS } as const

  async function read(keyRing: KeyRing, { cookie = '' }: IncomingHttpHeaders): Promise<Device | null> {
    const sealed = parseCookie(cookie)[name]
    return sealed === undefined ? null : open(keyRing, sealed)
  }

  return {
    async find(keyRing, headers, nameKey) {
      const device = await read(keyRing, headers)
      return device?.people.includes(nameKey) === true ? device.id : null
    },
    async write(keyRing, headers, nameKey) {
      const { id, people } = (await read(keyRing, headers)) ?? { id: randomBytes(18).toString('base64url'), people: [] }
      const latest = [nameKey, ...people.filter((other) => other !== nameKey)].slice(0, PEOPLE_MAX)
      return stringifySetCookie({ name, value: await seal(keyRing, { id, people: latest }), ...attributes })
    },
  }
}
