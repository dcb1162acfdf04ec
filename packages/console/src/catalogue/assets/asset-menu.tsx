import { ActionIcon } from '@mantine/core'
import type { Asset } from '@open-oms/client/types'
import { IconDots } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { BusyDialog } from '../../shell/busy-dialog.tsx'
import { MenuButton } from '../../shell/menu-button.tsx'
import type { AssetDialogName } from './asset-choices.tsx'
import type { AssetOwner } from './asset-writes.ts'
import { storedFile } from './stored-file.ts'

// Loaded when they are opened.
const dialogs = {
  edit: lazy(async () => ({ default: (await import('./edit-asset.tsx')).EditAsset })),
  crop: lazy(async () => ({ default: (await import('./crop-picture.tsx')).CropPicture })),
  delete: lazy(async () => ({ default: (await import('./delete-asset.tsx')).DeleteAsset })),
} as const

const loadChoices = async () => ({ default: (await import('./asset-choices.tsx')).AssetChoices })
const AssetChoices = lazy(loadChoices)

/** The button of what can be done with an asset, and the dialogs of it. */
export function AssetMenu({ owner, asset, mayChange }: { owner: AssetOwner; asset: Asset; mayChange: boolean }) {
  const t = useTranslations('catalogue.assets')
  const [dialog, setDialog] = useState<AssetDialogName | null>(null)
  const file = storedFile(asset.url)
  const name = asset.name ?? asset.fileName ?? asset.assetId ?? ''
  if (file === null && !mayChange) return null
  return (
    <>
      <MenuButton
        load={loadChoices}
        button={
          <ActionIcon variant="default" size="md" aria-label={t('actions', { name })}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        }
      >
        {(target) => <AssetChoices {...{ asset, file, mayChange, target }} onChosen={setDialog} />}
      </MenuButton>
      <AssetDialog {...{ dialog, owner, asset, name }} onClose={() => setDialog(null)} />
    </>
  )
}

type DialogProps = { dialog: AssetDialogName | null; owner: AssetOwner; asset: Asset; name: string; onClose: () => void }

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
