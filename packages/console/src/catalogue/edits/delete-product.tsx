import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { isApiError } from '@open-oms/client/errors'
import type { Product } from '@open-oms/client/types'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { gateway } from '../../session/gateway.ts'
import { useIdempotencyKey } from '../../session/use-idempotency-key.ts'
import { ErrorState } from '../../shell/states.tsx'
import { useKeepOpen } from '../../shell/use-keep-open.ts'
import { productQuery } from '../catalogue-queries.ts'

/** Asks before a product is deleted, and explains why it may not be. */
export function DeleteProduct({ product }: { product: Product }) {
  const t = useTranslations('catalogue.delete')
  const deleting = useDeletion(product)
  return (
    <Stack>
      <Text size="sm">{t('text')}</Text>
      {product.variants.length === 0 ? null : <Text size="sm">{t('variants', { count: product.variants.length })}</Text>}
      <Refusal error={deleting.error} />
      <Group justify="flex-end">
        <Button color="red.9" loading={deleting.isPending} onClick={() => deleting.mutate()}>
          {t('submit')}
        </Button>
      </Group>
    </Stack>
  )
}

function Refusal({ error }: { error: Error | null }) {
  const t = useTranslations('catalogue.delete')
  if (error === null) return null
  const reason = isApiError(error, 'ProductInUse') ? 'inUse' : isApiError(error, 'VersionConflict') ? 'changed' : null
  if (reason === null) return <ErrorState error={error} />
  return (
    <div role="alert">
      <Text size="sm">{t(reason)}</Text>
      {reason === 'inUse' ? (
        <Text size="sm" c="dimmed" lang="en" style={{ overflowWrap: 'anywhere' }}>
          {error.message}
        </Text>
      ) : null}
    </div>
  )
}

function useDeletion({ productId, versionId, name }: Product) {
  const t = useTranslations('catalogue')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const keyOf = useIdempotencyKey()
  const deleting = useMutation({
    mutationFn: () =>
      gateway.delete('/api/products/{productId}', {
        params: { productId },
        ifMatch: versionId,
        idempotencyKey: keyOf(versionId),
      }),
    onSuccess: async () => {
      const message = t('delete.done', { name: name ?? productId })
      notifications.show({ color: 'green', message, closeButtonProps: { 'aria-label': t('edit.close') } })
      // First away from its page, which would ask for it again.
      await navigate({ to: '/catalogue', ignoreBlocker: true })
      queries.removeQueries({ queryKey: productQuery(productId).queryKey })
      await queries.invalidateQueries({ queryKey: ['catalogue'] })
    },
    // The person decides again upon what is there now.
    onError: (error) => {
      if (isApiError(error, 'VersionConflict')) void queries.invalidateQueries({ queryKey: ['catalogue'] })
    },
  })
  useKeepOpen(deleting.isPending)
  return deleting
}
