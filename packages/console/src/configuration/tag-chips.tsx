import './tag-chips.css'
import type { CSSProperties } from 'react'
import { useConfiguredNames } from './use-configured-names.ts'

/** Tags of an order in the colours that are configured; others are grey. */
export function TagChips({ tags, before }: { tags: readonly string[]; before?: string }) {
  const configured = useConfiguredNames()?.tags
  return tags.map((tag) => (
    <TagChip key={tag} name={tag} color={configured?.find(({ name }) => name === tag)?.color} before={before} />
  ))
}

type TagChipProps = { name: string; color?: string | undefined; before?: string | undefined }

/** One tag in a colour; `before` says to a screen reader that it is one. */
export function TagChip({ name, color = 'gray', before }: TagChipProps) {
  return (
    <span className="tag-chip" style={{ '--tag': `var(--mantine-color-${color}-6)` } as CSSProperties}>
      {before === undefined ? null : <span className="for-screen-readers">{before}: </span>}
      {name}
    </span>
  )
}
