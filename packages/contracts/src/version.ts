/**
 * The version of this product, as package.json says it: shown by `/health`, the OpenAPI document,
 * events and backups.
 */
export const productVersion = '1.0.0'

/** How the product names itself to the servers that it calls. */
export const userAgent = `open-oms/${productVersion}`

/** What a process was made from (http.md#health). */
export type Build = {
  version: string
  /** The commit; null where nothing says so. */
  revision: string | null
  /** When it was committed, as `2026-01-31T08:00:00Z`; null where nothing says so. */
  date: string | null
}

/** What this process was made from: images carry it, and commands of a checkout ask Git. */
export const build: Build =
  typeof process === 'undefined'
    ? { version: productVersion, revision: null, date: null }
    : { version: productVersion, revision: process.env.OMS_REVISION || null, date: process.env.OMS_BUILD_DATE || null }

/** The same on one line: `1.0.0 (0123456789ab, 2026-01-31)`. */
export function describeBuild({ version, revision, date }: Build): string {
  const known = [revision?.slice(0, 12), date?.slice(0, 10)].filter(Boolean)
  return known.length === 0 ? version : `${version} (${known.join(', ')})`
}
