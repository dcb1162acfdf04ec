import { Alert, Checkbox, Loader, Text, Textarea, TextInput } from '@mantine/core'
import type { Asset } from '@open-oms/client/types'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { NumberField } from '../../display/number-field.tsx'
import { ErrorState } from '../../shell/states.tsx'
import { EditForm } from '../edits/edit-form.tsx'
import { type Edit, type Seen, useEdit } from '../edits/use-edit.ts'
import { type AssetState, assetStateQuery } from './asset-queries.ts'
import { type AssetOwner, updateAsset } from './asset-writes.ts'
import { isPicture } from './stored-file.ts'

type AssetFields = {
  name: string
  altText: string
  description: string
  purpose: string
  sortOrder: number | null
  isMainImage: boolean
}

/** Changes the texts and the place of an asset as it is now. */
export function EditAsset({ owner, assetId, onDone }: { owner: AssetOwner; assetId: string; onDone: () => void }) {
  const t = useTranslations('catalogue.assets')
  const state = useQuery(assetStateQuery(owner, assetId))
  if (state.isPending) return <Loader role="status" aria-label={t('loading')} />
  if (state.isError) return <ErrorState error={state.error} onRetry={() => void state.refetch()} />
  if (state.data === null) return <Text c="dimmed">{t('gone')}</Text>
  return <AssetForm owner={owner} state={state.data} onDone={onDone} />
}

function AssetForm({ owner, state, onDone }: { owner: AssetOwner; state: AssetState; onDone: () => void }) {
  const t = useTranslations('catalogue.assets')
  const edit = useAssetEdit(owner, state, onDone)
  return (
    <EditForm edit={edit} nameOf={(field) => t(`fields.${field}`)}>
      {state.carriers > 1 ? (
        <Alert variant="outline" color="gray" title={t('shared', { count: state.carriers })}>
          {t('sharedEdit')}
        </Alert>
      ) : null}
      <AssetInputs edit={edit} asset={state.asset} />
    </EditForm>
  )
}

function useAssetEdit(owner: AssetOwner, state: AssetState, onDone: () => void): Edit<AssetFields> {
  const t = useTranslations('catalogue.assets')
  const queries = useQueryClient()
  const assetId = state.asset.assetId ?? ''
  return useEdit<AssetFields, string | null>({
    seen: seenAsset(state),
    save: (changes, versions) => updateAsset(owner, { assetId, ...changes }, versions),
    read: async () => {
      const now = await queries.fetchQuery(assetStateQuery(owner, assetId))
      if (now === null) throw new Error(t('gone'))
      return seenAsset(now)
    },
    onDone,
  })
}

function seenAsset({ asset, versions, modifiedBy }: AssetState): Seen<AssetFields, string | null> {
  return { fields: toAssetFields(asset), version: versions, modifiedBy }
}

function toAssetFields({ name, altText, description, purpose, sortOrder, isMainImage }: Asset): AssetFields {
  return {
    name: name ?? '',
    altText: altText ?? '',
    description: description ?? '',
    purpose: purpose ?? '',
    sortOrder,
    isMainImage,
  }
}

function AssetInputs({ edit: { values, change }, asset }: { edit: Edit<AssetFields>; asset: Asset }) {
  const t = useTranslations('catalogue.assets')
  return (
    <>
      <TextInput
        label={t('fields.altText')}
        description={t('altTextHelp')}
        data-autofocus
        value={values.altText}
        onChange={({ currentTarget }) => change('altText', currentTarget.value)}
      />
      <TextInput
        label={t('fields.name')}
        value={values.name}
        onChange={({ currentTarget }) => change('name', currentTarget.value)}
      />
      <Textarea
        label={t('fields.description')}
        autosize
        minRows={2}
        maxRows={8}
        value={values.description}
        onChange={({ currentTarget }) => change('description', currentTarget.value)}
      />
      <TextInput
        label={t('fields.purpose')}
        value={values.purpose}
        onChange={({ currentTarget }) => change('purpose', currentTarget.value)}
      />
      <NumberField
        label={t('fields.sortOrder')}
        allowDecimal={false}
        min={-1_000_000}
        max={1_000_000}
        value={values.sortOrder}
        // The API clears no sort order: an empty field stays as it was.
        onChange={(value) => change('sortOrder', value ?? asset.sortOrder)}
      />
      {isPicture(asset) ? (
        <Checkbox
          label={t('fields.isMainImage')}
          checked={values.isMainImage}
          onChange={({ currentTarget }) => change('isMainImage', currentTarget.checked)}
        />
      ) : null}
    </>
  )
}
