/**
 * How paths match (http.md#paths): in any letter case, with or without a trailing slash. A
 * parameter may hold an id of 100 characters of any script after decoding; the length limit only
 * stops nonsense.
 */
export const routerOptions = { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 2_000 }

/**
 * The router compares lower-cased paths by position, and U+0130 (İ) is the one character that grows
 * by it. It travels through the router as a noncharacter instead, which Unicode keeps out of texts,
 * and `restoreParams` brings it back.
 */
const GROWING = /%C4%B0/gi
const STAND_IN = '\uFDD0'
const STAND_IN_ENCODED = '%EF%B7%90'

/** The path as the router should see it; the query stays as it is. */
export function routedUrl(url: string): string {
  if (!url.includes('%')) return url
  const end = url.indexOf('?')
  const path = end === -1 ? url : url.slice(0, end)
  return path.replace(GROWING, STAND_IN_ENCODED) + url.slice(path.length)
}

/** Undoes what `routedUrl` did to path parameters. */
export function restoreParams(params: unknown): unknown {
  const values = params as Record<string, string>
  for (const name in values) {
    const value = values[name]
    if (value?.includes(STAND_IN)) values[name] = value.replaceAll(STAND_IN, 'İ')
  }
  return values
}
