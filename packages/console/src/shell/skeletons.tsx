import { Paper, Skeleton, Stack } from '@mantine/core'

const ROWS = 12

type SkeletonProps = {
  label: string
  /** What comes after it is hidden until its place is known. */
  isUnsized?: boolean
}

/** The rows of a list that is on its way, where they will be. */
export function ListSkeleton({ label, isUnsized = false }: SkeletonProps) {
  return (
    <Stack gap={14} px="md" py="sm" role="status" aria-label={label} data-unsized={isUnsized || undefined}>
      {Array.from({ length: ROWS }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and stay
        <Skeleton key={row} height={28} radius="sm" aria-hidden />
      ))}
    </Stack>
  )
}

/** The title and the parts of a page that is on its way, where they will be. */
export function PageSkeleton({ label }: { label: string }) {
  return (
    <Stack p="md" gap="md" role="status" aria-label={label}>
      <Skeleton height={28} maw={320} radius="sm" aria-hidden />
      <div className="order-columns" aria-hidden>
        <Stack>
          <PartSkeleton rows={6} />
          <PartSkeleton rows={3} />
        </Stack>
        <Stack>
          <PartSkeleton rows={4} />
          <PartSkeleton rows={2} />
        </Stack>
      </div>
    </Stack>
  )
}

function PartSkeleton({ rows }: { rows: number }) {
  return (
    <Paper withBorder p="md">
      <Stack gap={12}>
        <Skeleton height={16} maw={140} radius="sm" />
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and stay
          <Skeleton key={row} height={20} radius="sm" />
        ))}
      </Stack>
    </Paper>
  )
}
