import { ActionIcon, Menu } from '@mantine/core'
import type { Asset } from '@open-oms/client/types'
import { IconDots } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { BusyDialog } from '../../shell/busy-dialog.tsx'
import type { AssetOwner } from './asset-writes.ts'
import { isPicture, storedFile } from './stored-file.ts'

// Loaded when they are opened.
const dialogs = {
  edit: lazy(async () => ({ default: (await import('./edit-asset.tsx')).EditAsset })),
  crop: lazy(async () => ({ default: (await import('./crop-picture.tsx')).CropPicture })),
  delete: lazy(async () => ({ default: (await import('./delete-asset.tsx')).DeleteAsset })),
} as const

type DialogName = keyof typeof dialogs

/**
 * What can be done with an asset: everybody may download its file, and who may change products does
 * the rest.
 */
export function AssetMenu({ owner, asset, mayChange }: { owner: AssetOwner; asset: Asset; mayChange: boolean }) {
  const t = useTranslations('catalogue.assets')
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const file = storedFile(asset.url)
  const name = asset.name ?? asset.fileName ?? asset.assetId ?? ''
  if (file === null && !mayChange) return null
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <ActionIcon variant="default" size="md" aria-label={t('actions', { name })}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayChange ? <Menu.Item onClick={() => setDialog('edit')}>{t('edit')}</Menu.Item> : null}
          {mayChange && isPicture(asset) ? <Menu.Item onClick={() => setDialog('crop')}>{t('crop')}</Menu.Item> : null}
          {file === null ? null : (
            <Menu.Item component="a" href={file} download={asset.fileName ?? ''}>
              {t('download')}
            </Menu.Item>
          )}
          {mayChange ? <Menu.Item onClick={() => setDialog('delete')}>{t('delete')}</Menu.Item> : null}
        </Menu.Dropdown>
      </Menu>
      <AssetDialog {...{ dialog, owner, asset, name }} onClose={() => setDialog(null)} />
    </>
  )
}

type DialogProps = { dialog: DialogName | null; owner: AssetOwner; asset: Asset; name: string; onClose: () => void }

function AssetDialog({ dialog, owner, asset, name, onClose }: DialogProps) {
  const t = useTranslations('catalogue.assets')
  const Dialog = dialog === null ? null : dialogs[dialog]
  return (
    <BusyDialog
      opened={Dialog !== null}
      onClose={onClose}
      size={dialog === 'crop' ? 'xl' : 'md'}
      title={dialog === null ? '' : t(`titles.${dialog}`, { name })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Suspense>
        {Dialog === null ? null : <Dialog owner={owner} assetId={asset.assetId ?? ''} asset={asset} onDone={onClose} />}
      </Suspense>
    </BusyDialog>
  )
}
