import { Stack, Text } from '@mantine/core'
import type { Asset } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { useMayChangeProducts } from '../../session/use-session.ts'
import { AssetGrid } from './asset-grid.tsx'
import { AssetMenu } from './asset-menu.tsx'
import type { AssetOwner } from './asset-writes.ts'
import { isMark } from './stored-file.ts'
import { UploadZone } from './upload-zone.tsx'

/** The pictures and files of one owner, and the way to add some. */
export function AssetFiles({ owner, assets }: { owner: AssetOwner; assets: readonly Asset[] }) {
  const t = useTranslations('catalogue.assets')
  const mayChange = useMayChangeProducts()
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
