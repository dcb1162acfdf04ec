import { DomainError } from '@oms/contracts/errors'
import { PAGE_SIZE_DEFAULT, SEARCH_WINDOW_MAX } from '@oms/contracts/orders/search'

export type PageRequest = { take?: number | undefined; page?: number | undefined }

/**
 * Which products a page holds. Pages count from 1, and 0 is the first one too (4-decisions I.2). Raises `WindowExceeded` when
 * `take` × `page` is above 10,000.
 */
export function searchPage({ take = PAGE_SIZE_DEFAULT, page = 1 }: PageRequest): { take: number; skip: number } {
  const number = Math.max(page, 1)
  if (take * number > SEARCH_WINDOW_MAX) {
    const limit = `a page ends at most ${SEARCH_WINDOW_MAX.toLocaleString('en')} products after the first`
    throw new DomainError('WindowExceeded', `Search has a window: ${limit}. Narrow the search.`, { errors: { page: [limit] } })
  }
  return { take, skip: take * (number - 1) }
}
