import type { CallOptions } from './call.ts'
import type { Client } from './client.ts'
import type { WithSparseOrders } from './sparse.ts'
import type { Method, OperationOf, PathOf, RequestOf, ResultOf, SparsePathOf, SparseRequestOf } from './typed-call.ts'

type Page = { result?: readonly unknown[] | null; next?: string | null; totalHits?: number }

/** The paths of a method that respond with one page of a list: `{ result: [...] }`. */
export type ListPathOf<M extends Method> = {
  [P in PathOf<M>]: ResultOf<OperationOf<P, M>> extends { result: unknown[] } ? P : never
}[PathOf<M>]

type ItemOf<P extends PathOf<M>, M extends Method> = ResultOf<OperationOf<P, M>> extends { result: (infer Item)[] } ? Item : never

type Items<Item> = AsyncGenerator<Item, void, undefined>
type SparseListPathOf<M extends Method> = ListPathOf<M> & SparsePathOf<M>
type SparseItemOf<P extends PathOf<M>, M extends Method> = WithSparseOrders<ItemOf<P, M>>

/**
 * The items of a list, page by page as they are needed; with `omitEmpty` orders without the fields
 * that are empty. Raises what a call raises.
 */
export function listAll<P extends SparseListPathOf<'get'>>(
  client: Client,
  path: P,
  request: SparseRequestOf<OperationOf<P, 'get'>>,
): Items<SparseItemOf<P, 'get'>>
export function listAll<P extends ListPathOf<'get'>>(
  client: Client,
  path: P,
  request: RequestOf<OperationOf<P, 'get'>>,
): Items<ItemOf<P, 'get'>>
export async function* listAll(client: Client, path: string, request: object): Items<unknown> {
  const given = request as GivenRequest
  const read = (position: object) => client.call<Page>({ ...given, method: 'GET', path, query: { ...given.query, ...position } })
  yield* iterateItems(read, given.query)
}

/**
 * What a search finds, page by page as it is needed; with `omitEmpty` orders without the fields
 * that are empty. Raises what a call raises; a window of 10,000 may end it with `WindowExceeded`.
 */
export function searchAll<P extends SparseListPathOf<'post'>>(
  client: Client,
  path: P,
  request: SparseRequestOf<OperationOf<P, 'post'>>,
): Items<SparseItemOf<P, 'post'>>
export function searchAll<P extends ListPathOf<'post'>>(
  client: Client,
  path: P,
  request: RequestOf<OperationOf<P, 'post'>>,
): Items<ItemOf<P, 'post'>>
export async function* searchAll(client: Client, path: string, request: object): Items<unknown> {
  const given = request as GivenRequest
  const read = (position: object) => client.call<Page>({ ...given, method: 'POST', path, body: { ...given.body, ...position } })
  yield* iterateItems(read, given.body)
}

type GivenRequest = CallOptions & {
  omitEmpty?: boolean
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  body?: object & { page?: unknown }
}

type Position = { after: string } | { page: number } | Record<string, never>

/** A list with `next` continues behind it; one with `totalHits` alone has numbered pages. */
async function* iterateItems(
  read: (position: Position) => Promise<{ body: Page }>,
  given: { page?: unknown } = {},
): AsyncGenerator<unknown, void, undefined> {
  const first = Number(given.page ?? 1)
  let seen = 0
  let position: Position = {}
  for (let page = first + 1; ; page++) {
    const { result, next, totalHits }: Page = (await read(position)).body
    const items = result ?? []
    yield* items
    seen += items.length
    const isNumbered = next === undefined && totalHits !== undefined && seen < totalHits
    if (items.length === 0 || (!isNumbered && typeof next !== 'string')) return
    position = typeof next === 'string' ? { after: next } : { page }
  }
}
