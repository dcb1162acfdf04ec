import { Menu } from '@mantine/core'
import type { Asset } from '@open-oms/client/types'
import type { ReactElement } from 'react'
import { useTranslations } from 'use-intl'
import { OpenedMenu } from '../../shell/opened-menu.tsx'
import { isPicture } from './stored-file.ts'

export type AssetDialogName = 'edit' | 'crop' | 'delete'

type AssetChoicesProps = {
  asset: Asset
  /** The address of its file, when there is one. */
  file: string | null
  mayChange: boolean
  onChosen: (dialog: AssetDialogName) => void
  target: ReactElement
}

/**
 * What can be done with an asset: everybody may download its file, and who may change products does
 * the rest.
 */
export function AssetChoices({ asset, file, mayChange, onChosen, target }: AssetChoicesProps) {
  const t = useTranslations('catalogue.assets')
  return (
    <OpenedMenu target={target} position="bottom-start">
      {mayChange ? <Menu.Item onClick={() => onChosen('edit')}>{t('edit')}</Menu.Item> : null}
      {mayChange && isPicture(asset) ? <Menu.Item onClick={() => onChosen('crop')}>{t('crop')}</Menu.Item> : null}
      {file === null ? null : (
        <Menu.Item component="a" href={file} download={asset.fileName ?? ''}>
          {t('download')}
        </Menu.Item>
      )}
      {mayChange ? <Menu.Item onClick={() => onChosen('delete')}>{t('delete')}</Menu.Item> : null}
    </OpenedMenu>
  )
}
