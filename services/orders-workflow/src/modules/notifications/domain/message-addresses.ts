/** Maximum number of addresses of one e-mail, and of numbers of one SMS. */
export const RECIPIENTS_MAX = 50

const ADDRESS_LENGTH_MAX = 254
const LOCAL_LENGTH_MAX = 64
const ATOM = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?'
const local = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, 'u')
const domain = new RegExp(`^(?:${LABEL}\\.)+${LABEL}$`, 'u')
const lineOrControl = /[\p{Cc}\p{Zl}\p{Zp}]/u

/**
 * Line breaks and other control characters, with which a text could add headers or recipients to a
 * message (documents-and-notifications.md#comments).
 */
export function hasControlCharacters(text: string): boolean {
  return lineOrControl.test(text)
}

/**
 * Whether a text is one bare e-mail address, `kari@example.com`, with a domain of two parts at
 * least. Letters of any script; no quoted names or addresses in brackets.
 */
export function isEmailAddress(text: string): boolean {
  if (text.length > ADDRESS_LENGTH_MAX) return false
  const at = text.lastIndexOf('@')
  const name = text.slice(0, Math.max(at, 0))
  return name.length <= LOCAL_LENGTH_MAX && local.test(name) && domain.test(text.slice(at + 1))
}

/** Whether a text is the domain of an e-mail address, after the `@`: at least two parts. */
export function isEmailDomain(text: string): boolean {
  return text.length <= ADDRESS_LENGTH_MAX && domain.test(text)
}

/**
 * A phone number as digits, with `+` where it has a country prefix: `+47 912 34 567`, `0047…` and
 * `(912) 34-567`. Null when it is none.
 */
export function parsePhoneNumber(text: string): string | null {
  if (!/^\+?[\d ()./-]+$/.test(text)) return null
  const digits = text.replace(/\D/g, '')
  const number = text.startsWith('+') ? `+${digits}` : digits.replace(/^00/, '+')
  return /^\+?\d{4,15}$/.test(number) ? number : null
}

/** The parts of a list that is separated by commas or semicolons; empty parts are ignored. */
export function separated(text: string): string[] {
  return text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
