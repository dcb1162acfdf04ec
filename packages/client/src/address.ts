type Scalar = string | number | boolean | Date

/** Values for the `{names}` of a path, as they are: they are encoded here. */
export type Parameters = Readonly<Record<string, string | number>>
/**
 * Parameters behind the path. A list is sent as a repeated key; null and undefined are left out.
 */
export type Query = Readonly<Record<string, Scalar | readonly Scalar[] | null | undefined>>

/**
 * The address of a path of a gateway, which may itself be behind a path of a proxy. Raises
 * `TypeError` for a parameter that is missing, and for one that is `.` or `..`, which addresses
 * cannot carry: they would lead to another path.
 */
export function requestUrl(baseUrl: string, path: string, { params, query }: { params: Parameters; query: Query }): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === '') throw new TypeError(`The parameter "${name}" of ${path} is missing.`)
    if (value === '.' || value === '..') throw new TypeError(`The parameter "${name}" of ${path} cannot be "${value}".`)
    return encodeURIComponent(value)
  })
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one instanceof Date ? one.toISOString() : String(one)]),
  )
  const question = pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
  return `${baseUrl.replace(/\/+$/, '')}${filled}${question}`
}
