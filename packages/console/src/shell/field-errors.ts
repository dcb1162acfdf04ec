import { isApiError } from '@open-oms/client/errors'

/** What the API refused of a form. */
export type FieldErrors<Name extends string> = {
  /** The texts of the API, by the fields that they are about. */
  of: Readonly<Partial<Record<Name, string>>>
  /** The error, where it is about something else too; else null. */
  rest: Error | null
}

type FieldErrorOptions<Name extends string> = {
  /** What is before the name of a field in the paths of the API. */
  prefix?: string
  /** Fields that an error code as a whole is about. */
  codes?: Readonly<Record<string, Name>>
}

/** An error of the API by the fields of the form that was sent. */
export function fieldErrors<Name extends string>(
  error: Error | null,
  fields: readonly Name[],
  { prefix = '', codes = {} }: FieldErrorOptions<Name> = {},
): FieldErrors<Name> {
  if (!isApiError(error)) return placedAt<Name>([], error)
  const ofCode = codes[error.code]
  if (ofCode !== undefined) return placedAt([[ofCode, error.message]], null)
  const placed = Object.entries(error.errors).map(([path, texts]) => {
    const field = fields.find((name) => path === `${prefix}${name}`)
    return field === undefined ? null : ([field, texts.join('; ')] as const)
  })
  const known = placed.filter((one) => one !== null)
  const isWhole = known.length > 0 && known.length === placed.length
  return placedAt(known, isWhole ? null : error)
}

function placedAt<Name extends string>(of: readonly (readonly [Name, string])[], rest: Error | null): FieldErrors<Name> {
  return { of: Object.fromEntries(of) as FieldErrors<Name>['of'], rest }
}
