import { Group, Text } from '@mantine/core'
import type { Asset } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { useMayChangeProducts } from '../../session/use-session.ts'
import { TextLink } from '../../shell/text-link.tsx'
import { AssetMenu } from './asset-menu.tsx'
import type { AssetOwner } from './asset-writes.ts'
import { MarkAddress } from './mark-address.tsx'

/** The marks of one owner; each leads to everything that carries it. */
export function MarkList({ owner, marks }: { owner: AssetOwner; marks: readonly Asset[] }) {
  const t = useTranslations('catalogue.marks')
  const mayChange = useMayChangeProducts()
  return (
    <ul className="plain-list">
      {marks.map((mark) => (
        <li key={mark.assetId}>
          <Group justify="space-between" wrap="nowrap" align="start">
            <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <Text size="sm" fw={500}>
                {mark.name ?? mark.assetId}
              </Text>
              {mark.description === null ? null : <Text size="sm">{mark.description}</Text>}
              <MarkAddress mark={mark} />
              {owner.kind === 'product' ? (
                <TextLink to="/catalogue/marks" search={{ mark: mark.assetId ?? '' }}>
                  {t('usageOf', { mark: mark.assetId ?? '' })}
                </TextLink>
              ) : null}
            </div>
            <AssetMenu owner={owner} asset={mark} mayChange={mayChange} />
          </Group>
        </li>
      ))}
    </ul>
  )
}
