import pg from 'pg'

const BIGINT = 20
const BIGINT_ARRAY = 1016
const JSON_TEXT = 114
const DATE = 1082

const asText = (text: string) => text
const parseTextArray = pg.types.getTypeParser(1009 as never, 'text') as (text: string) => (string | null)[]

const parsers = new Map<number, (text: string) => unknown>([
  [BIGINT, Number],
  [BIGINT_ARRAY, (text) => parseTextArray(text).map((item) => (item === null ? null : Number(item)))],
  // A stored document is returned as it is, without being parsed and serialised again.
  [JSON_TEXT, asText],
  // A calendar day has no zone: as a Date it would shift with the machine's.
  [DATE, asText],
])

/** How columns become JavaScript values in every query of the pool (see `Database`). */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: string) =>
    (format === 'binary' ? undefined : parsers.get(oid)) ?? pg.types.getTypeParser(oid as never, format as never),
}
