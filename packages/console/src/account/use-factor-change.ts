import { useMutation, useQueryClient } from '@tanstack/react-query'
import { accountQuery } from './account-calls.ts'

/** A change of how the person signs in, after which that is read again. */
export function useFactorChange<Input, Result>(
  change: (input: Input) => Promise<Result>,
  onChanged: (result: Result) => void = () => undefined,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: async (result) => {
      onChanged(result)
      await queries.invalidateQueries({ queryKey: accountQuery.queryKey })
    },
  })
}
