import { Badge, Group, Stack, Text } from '@mantine/core'
import type { Asset } from '@open-oms/client/types'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../display/use-format.ts'
import { useMay } from '../../session/use-session.ts'
import { AssetMenu } from './asset-menu.tsx'
import { AssetPicture } from './asset-picture.tsx'
import type { AssetOwner } from './asset-writes.ts'
import { isMark, isPicture } from './stored-file.ts'
import { UploadZone } from './upload-zone.tsx'

/** The pictures and files of one owner, and the way to add some. */
export function AssetFiles({ owner, assets }: { owner: AssetOwner; assets: readonly Asset[] }) {
  const t = useTranslations('catalogue.assets')
  const mayChange = useMay()('changeProducts')
  const files = assets.filter((asset) => !isMark(asset))
  return (
    <Stack>
      {mayChange ? <UploadZone owner={owner} /> : null}
      {files.length === 0 ? (
        <Text c="dimmed" size="sm">
          {t('none')}
        </Text>
      ) : (
        <AssetGrid assets={files} actions={(asset) => <AssetMenu owner={owner} asset={asset} mayChange={mayChange} />} />
      )}
    </Stack>
  )
}

/** Pictures and files as tiles in their order. */
function AssetGrid({ assets, actions }: { assets: readonly Asset[]; actions?: (asset: Asset) => ReactNode }) {
  return (
    <ul className="asset-grid">
      {assets.map((asset) => (
        <li key={asset.assetId} className="asset-tile">
          <AssetTile asset={asset} actions={actions?.(asset)} />
        </li>
      ))}
    </ul>
  )
}

function AssetTile({ asset, actions }: { asset: Asset; actions: ReactNode }) {
  const t = useTranslations('catalogue.assets')
  const format = useFormat()
  const { url, altText, name, fileName, isMainImage, contentType, length, purpose } = asset
  const isShown = isPicture(asset)
  const kilobytes = format.count(Math.max(1, Math.round(length / 1_000)))
  return (
    <>
      <AssetPicture url={isShown ? url : null} size={640} alt={isShown ? (altText ?? '') : ''} height={140} isFile={!isShown} />
      <Group justify="space-between" align="start" wrap="nowrap" gap="xs">
        <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {name ?? fileName ?? asset.assetId}
        </Text>
        {actions}
      </Group>
      {isMainImage ? (
        <Badge variant="outline" size="sm" tt="none">
          {t('main')}
        </Badge>
      ) : null}
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {[contentType, t('size', { kilobytes }), purpose].filter(Boolean).join(' · ')}
      </Text>
      {isShown ? (
        <Text size="xs" style={{ overflowWrap: 'anywhere' }} c={altText === null ? 'dimmed' : 'inherit'}>
          {altText === null ? t('noAltText') : t('altTextIs', { text: altText })}
        </Text>
      ) : null}
    </>
  )
}
