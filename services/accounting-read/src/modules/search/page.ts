import type { SqlConditions } from '@open-oms/service-kit/database/sql-conditions'

/** A page of a search: from a page number, or after a position. */
export type PageRequest = { take: number; page: number; after: string | null }
export type Page<Result> = { totalHits: number; result: Result[]; next: string | null }

/** The SQL that limits a search to a page, and one row more: whether another page follows. */
export function limitTo({ take, page, after }: PageRequest, filter: SqlConditions): string {
  const limit = filter.parameter(take + 1)
  const offset = filter.parameter(after === null ? (page - 1) * take : 0)
  return `limit ${limit} offset ${offset}`
}

type Cut<Row, Result> = {
  take: number
  totalHits: number
  toResult: (row: Row) => Result
  /** The position after a row. */
  toPosition: (row: Row) => string
}

/** The page that rows read with `limitTo` make. */
export function pageFrom<Row, Result>(rows: readonly Row[], cut: Cut<Row, Result>): Page<Result> {
  const shown = rows.slice(0, cut.take)
  const last = rows.length > cut.take ? shown.at(-1) : undefined
  return {
    totalHits: cut.totalHits,
    result: shown.map(cut.toResult),
    next: last === undefined ? null : cut.toPosition(last),
  }
}
