import { useEffect } from 'react'

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; isError: boolean; fetchNextPage: () => Promise<unknown> }

/** Fetches the next page when the end of what is there comes near. */
export function useNextPage({ hasNextPage, isFetchingNextPage, isError, fetchNextPage }: Pages, isNear: boolean): void {
  useEffect(() => {
    if (isNear && hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage()
  }, [isNear, hasNextPage, isFetchingNextPage, isError, fetchNextPage])
}
