import { Alert, Button, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { gateway } from '../session/gateway.ts'

/** Says who has changed the order meanwhile, and loads it as it is now. */
export function MoveConflict({ orderId, onReloaded }: { orderId: string; onReloaded: () => void }) {
  const t = useTranslations('order.move.conflict')
  const format = useFormat()
  const queries = useQueryClient()
  // Under a key of its own: the page behind must stay as it was until the person has read this.
  const { data } = useQuery({
    queryKey: ['conflicts', orderId],
    queryFn: ({ signal }) => gateway.get('/api/Orders/{orderId}', { params: { orderId }, signal }),
    staleTime: 0,
  })
  const reload = async () => {
    await queries.invalidateQueries({ queryKey: ['orders'] })
    onReloaded()
  }
  return (
    <Alert color="orange" variant="outline" role="alert" title={t('title')}>
      <Stack gap="sm">
        <Text size="sm">{t('text', { name: data?.modifiedBy ?? t('someone'), time: format.time(data?.modified ?? null) })}</Text>
        <Button size="xs" onClick={() => void reload()}>
          {t('reload')}
        </Button>
      </Stack>
    </Alert>
  )
}
