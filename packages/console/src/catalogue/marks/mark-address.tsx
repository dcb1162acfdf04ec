import { Anchor, Text } from '@mantine/core'
import type { Asset } from '@open-oms/client/types'
import { linkTarget } from '../assets/stored-file.ts'

/**
 * Where a mark leads: a link only where it is the address of a page. Its picture is not loaded,
 * because it is elsewhere.
 */
export function MarkAddress({ mark }: { mark: Asset }) {
  const target = linkTarget(mark.externalUrl)
  if (target === null) return <Text size="sm">{mark.externalUrl ?? '–'}</Text>
  return (
    <Anchor href={target} target="_blank" rel="noopener noreferrer" size="sm" display="block">
      {target}
    </Anchor>
  )
}
