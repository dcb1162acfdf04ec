import { Button, Group, Loader, Stack, Text } from '@mantine/core'
import { isApiError } from '@open-oms/client/errors'
import type { Product } from '@open-oms/client/types'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useIdempotencyKey } from '../../session/use-idempotency-key.ts'
import { ErrorState } from '../../shell/states.tsx'
import { useKeepOpen } from '../../shell/use-keep-open.ts'
import { productQuery } from '../catalogue-queries.ts'
import { useSaved } from '../edits/use-saved.ts'
import { type ProductOwner, removeMark } from './mark-writes.ts'

type RemoveProps = { owner: ProductOwner; assetId: string; onDone: () => void }

/** Asks before a mark is taken off one product or variant; others that carry it keep it. */
export function RemoveMark({ owner, assetId, onDone }: RemoveProps) {
  const t = useTranslations('catalogue')
  const { data: product, error, isPending, refetch } = useQuery(productQuery(owner.productId))
  if (isPending) return <Loader role="status" aria-label={t('product.loading')} />
  if (product === undefined) return error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />
  return <Confirmation {...{ owner, assetId, product, onDone }} />
}

function Confirmation({ owner: { variantSku }, assetId, product, onDone }: RemoveProps & { product: Product }) {
  const t = useTranslations('catalogue')
  const queries = useQueryClient()
  const keyOf = useIdempotencyKey()
  const onSaved = useSaved(onDone)
  const removing = useMutation({
    mutationFn: () => removeMark({ product, variantSku, assetId, idempotencyKey: keyOf(product.versionId) }),
    onSuccess: onSaved,
    // The person decides again upon what is there now.
    onError: (error) => {
      if (isApiError(error, 'VersionConflict')) void queries.invalidateQueries({ queryKey: ['catalogue'] })
    },
  })
  useKeepOpen(removing.isPending)
  return (
    <Stack>
      <Text size="sm">{t('marks.remove.text')}</Text>
      {isApiError(removing.error, 'VersionConflict') ? (
        <Text size="sm" role="alert">
          {t('assets.deleteConflict')}
        </Text>
      ) : removing.error === null ? null : (
        <ErrorState error={removing.error} />
      )}
      <Group justify="flex-end">
        <Button loading={removing.isPending} onClick={() => removing.mutate()}>
          {t('marks.remove.submit')}
        </Button>
      </Group>
    </Stack>
  )
}
