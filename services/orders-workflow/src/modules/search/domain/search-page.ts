import { DomainError } from '@open-oms/contracts/errors'
import { PAGE_SIZE_DEFAULT, SEARCH_WINDOW_MAX } from '@open-oms/contracts/orders/search/search'

export type PageRequest = { take?: number | undefined; page?: number | undefined }

/**
 * Which orders a page holds. Pages count from 1, and 0 is the first one too (http.md#paging).
 * Raises `WindowExceeded` when `take` × `page` is above 10,000.
 */
export function searchPage({ take = PAGE_SIZE_DEFAULT, page = 1 }: PageRequest): { take: number; skip: number } {
  const number = Math.max(page, 1)
  if (take * number > SEARCH_WINDOW_MAX) throw windowExceeded('page')
  return { take, skip: take * (number - 1) }
}

/** The refusal of a page beyond the window; `path` is the field that says which page. */
export function windowExceeded(path: string): DomainError {
  const limit = `a page ends at most ${SEARCH_WINDOW_MAX.toLocaleString('en')} orders after the first`
  return new DomainError('WindowExceeded', `Search has a window: ${limit}. POST /api/Orders/Scroll reads on without one.`, {
    errors: { [path]: [limit] },
  })
}
