/** What the address of a page says, by name. Text stays text: `373123456789012345` is no number. */
export type AddressSearch = Record<string, string | string[]>

/**
 * Reads the part of an address behind `?`. A name that is there several times has a list. Addresses
 * of an earlier version, which put quotes around a text like `1001`, mean the same as they did.
 */
export function parseAddressSearch(text: string): AddressSearch {
  const search = new Map<string, string | string[]>()
  for (const [name, value] of new URLSearchParams(text)) {
    const earlier = search.get(name)
    const read = withoutQuotes(value)
    search.set(name, earlier === undefined ? read : [earlier, read].flat())
  }
  return Object.fromEntries(search)
}

/** Writes what `parseAddressSearch` reads. A list has its name for each value. */
export function stringifyAddressSearch(search: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) parameters.append(name, withQuotes(String(one)))
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

/** Addresses had a text in quotes where it would otherwise have been read as another value. */
function withoutQuotes(value: string): string {
  if (!value.startsWith('"')) return value
  const content = parseJson(value)
  return typeof content === 'string' && parseJson(content) !== undefined ? content : value
}

/** A text that would be read as another one. */
function withQuotes(text: string): string {
  return withoutQuotes(text) === text ? text : JSON.stringify(text)
}

/** Undefined for what is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A text of an address; undefined when there is none, or several. */
export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Reads the one text that an address may have under a name; it has nothing else. */
export function onlyText<Name extends string>(name: Name): (raw: Readonly<Record<string, unknown>>) => { [N in Name]?: string } {
  return (raw) => (textIn(raw[name]) ? { [name]: raw[name] } : {}) as { [N in Name]?: string }
}

/** The texts of a list, in its own form or in that of an earlier version: `["New","Packed"]`. */
export function textsIn(value: unknown): string[] {
  return [value]
    .flat()
    .flatMap((one) => (typeof one === 'string' ? listIn(one) : []))
    .filter((text) => text !== '')
}

function listIn(text: string): string[] {
  const list = text.startsWith('[') ? parseJson(text) : undefined
  return Array.isArray(list) ? list.map(String) : [text]
}

/** Whether something is on: `true`, as code and addresses say it. */
export function isOn(value: unknown): boolean {
  return value === true || value === 'true'
}

/** A whole number of at least `least`; undefined for everything else. */
export function wholeNumberIn(value: unknown, least: number): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= least ? number : undefined
}

/** A day such as `2026-03-01`. */
export function dayIn(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined
}

/** A search that a person may make who must not see whose orders they are: the text is a number. */
export function searchedByNumber<View extends { text?: string; number?: string }>({ text, ...view }: View): Omit<View, 'text'> {
  return text === undefined ? view : { number: text, ...view }
}
