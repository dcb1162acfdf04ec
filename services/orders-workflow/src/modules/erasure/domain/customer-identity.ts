import { phonesIn, readPhone } from '../../../order/rules/search/phone-numbers.ts'

/** How texts name a customer, as its orders have it. */
export type CustomerIdentity = {
  ids: readonly string[]
  numbers: readonly string[]
  emails: readonly string[]
  phones: readonly string[]
  /** Names of at least two words, and streets. */
  words: readonly string[]
}

/** A fact of an order about its customer, as `identity-facts` reads it. */
export type IdentityFact = { kind: string; value: string }

/** Shorter ones are found in texts about anything. */
const WORD_LENGTH_MIN = 6
const PHONE_DIGITS_MIN = 8

/**
 * The identity of a customer by the facts of its orders and by its key, which is all that is known
 * of one without orders. `countries` are those of phone numbers without a prefix.
 */
export function customerIdentity(
  customerKey: string,
  facts: readonly IdentityFact[],
  countries: readonly string[],
): CustomerIdentity {
  const [kind = '', value = ''] = splitKey(customerKey)
  const all = [...facts, { kind, value }]
  const of = (wanted: string) => unique(all.flatMap((fact) => (fact.kind === wanted ? [fact.value.trim()] : [])))
  const phones = of('phone')
    .flatMap((text) => [text, ...phonesIn(text)])
    .flatMap((phone) => [phone, ...countries.flatMap((country) => readPhone(phone, country).numbers)])
  return {
    ids: of('id'),
    numbers: of('number'),
    emails: of('email'),
    phones: unique(phones).filter((phone) => phone.replaceAll(/\D/g, '').length >= PHONE_DIGITS_MIN),
    words: unique([...of('name').filter((name) => /\S\s+\S/.test(name)), ...of('street')]).filter(isLongEnough),
  }
}

/** What names nobody else: patterns for `ilike` of the texts of JSON documents. */
export function surePatterns({ ids, numbers, emails, phones }: CustomerIdentity): string[] {
  const fields = [
    ...ids.map((id) => `"customerId":${JSON.stringify(id)}`),
    ...numbers.map((number) => `"customerNumber":${JSON.stringify(number)}`),
  ]
  return unique([...fields, ...[...emails, ...phones].map(inJson)].map(toPattern))
}

/** The same with names and streets, which other people may have as well. */
export function allPatterns(identity: CustomerIdentity): string[] {
  return unique([...surePatterns(identity), ...identity.words.map(inJson).map(toPattern)])
}

/** The same for texts that are no JSON. */
export function textPatterns({ emails, phones, words }: CustomerIdentity): string[] {
  return unique([...emails, ...phones, ...words].map(toPattern))
}

/** The same for paths of requests, as they are sent. */
export function pathPatterns({ emails, phones }: CustomerIdentity): string[] {
  return unique([...emails, ...phones].flatMap((text) => [text, encodeURIComponent(text)]).map(toPattern))
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

function toPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}

function splitKey(key: string): [string, string] {
  const colon = key.indexOf(':')
  return [key.slice(0, colon), key.slice(colon + 1)]
}

function isLongEnough(text: string): boolean {
  return text.length >= WORD_LENGTH_MIN
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '')
}
