import { Button, Group, Loader, Stack, Text } from '@mantine/core'
import { isApiError } from '@open-oms/client/errors'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ErrorState } from '../../shell/states.tsx'
import { useKeepOpen } from '../../shell/use-keep-open.ts'
import { type AssetState, assetStateQuery } from './asset-queries.ts'
import { type AssetOwner, deleteAsset } from './asset-writes.ts'
import { isMark } from './stored-file.ts'

/** Asks before an asset is deleted from everything that carries it. */
export function DeleteAsset({ owner, assetId, onDone }: { owner: AssetOwner; assetId: string; onDone: () => void }) {
  const t = useTranslations('catalogue.assets')
  const state = useQuery(assetStateQuery(owner, assetId))
  if (state.isPending) return <Loader role="status" aria-label={t('loading')} />
  if (state.isError) return <ErrorState error={state.error} onRetry={() => void state.refetch()} />
  if (state.data === null) return <Text c="dimmed">{t('gone')}</Text>
  return <Confirmation owner={owner} state={state.data} onDone={onDone} />
}

function Confirmation({ owner, state, onDone }: { owner: AssetOwner; state: AssetState; onDone: () => void }) {
  const t = useTranslations('catalogue.assets')
  const queries = useQueryClient()
  const { asset, carriers, versions } = state
  const remove = useMutation({
    mutationFn: () => deleteAsset(owner, asset.assetId ?? '', versions),
    onSuccess: async () => {
      onDone()
      await queries.invalidateQueries({ queryKey: ['catalogue'] })
    },
    // The person decides again upon what is there now.
    onError: (error) => {
      if (isApiError(error, 'VersionConflict')) void queries.invalidateQueries({ queryKey: ['catalogue'] })
    },
  })
  useKeepOpen(remove.isPending)
  return (
    <Stack>
      <Text size="sm">{t(isMark(asset) ? 'deleteMark' : 'deleteFile')}</Text>
      {carriers > 1 ? <Text size="sm">{t('sharedDelete', { count: carriers })}</Text> : null}
      {isApiError(remove.error, 'VersionConflict') ? (
        <Text size="sm" role="alert">
          {t('deleteConflict')}
        </Text>
      ) : remove.error === null ? null : (
        <ErrorState error={remove.error} />
      )}
      <Group justify="flex-end">
        <Button color="red.9" loading={remove.isPending} onClick={() => remove.mutate()}>
          {t('deleteSubmit')}
        </Button>
      </Group>
    </Stack>
  )
}
