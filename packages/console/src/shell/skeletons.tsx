import { Skeleton, Stack } from '@mantine/core'

const ROWS = 12

/** The rows of a list that is on its way, where they will be. */
export function ListSkeleton({ label }: { label: string }) {
  return (
    <Stack gap={14} px="md" py="sm" role="status" aria-label={label}>
      {Array.from({ length: ROWS }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and stay
        <Skeleton key={row} height={28} radius="sm" aria-hidden />
      ))}
    </Stack>
  )
}
