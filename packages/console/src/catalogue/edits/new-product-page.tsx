import { Button, Group, Stack, TextInput, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useTitle } from '../../display/use-title.ts'
import { gateway } from '../../session/gateway.ts'
import { useIdempotencyKey } from '../../session/use-idempotency-key.ts'
import { useMay } from '../../session/use-session.ts'
import { fieldErrors } from '../../shell/field-errors.ts'
import { KeepsText } from '../../shell/keeps-text.tsx'
import { EmptyState, ErrorState } from '../../shell/states.tsx'
import { TextLink } from '../../shell/text-link.tsx'
import { newProduct, noFields, type ProductFields } from './product-fields.ts'
import { ProductInputs } from './product-inputs.tsx'

const names = ['productId', ...(Object.keys(noFields) as (keyof ProductFields)[])] as const
/** Both are about the code that the product would have. */
const codes = { ProductIdExists: 'productId', SkuExists: 'productId' } as const

/** Creates a product. */
export function NewProductPage() {
  const t = useTranslations('catalogue')
  const mayChange = useMay()('changeProducts')
  useTitle(t('create.title'))
  if (!mayChange) return <EmptyState title={t('create.forbidden.title')} text={t('create.forbidden.text')} />
  return (
    <Stack p="md" gap="md" maw={720}>
      <Stack gap={4} component="header">
        <TextLink to="/catalogue">← {t('product.back')}</TextLink>
        <Title order={1} size="h3">
          {t('create.title')}
        </Title>
      </Stack>
      <KeepsText>
        <CreateForm />
      </KeepsText>
    </Stack>
  )
}

function CreateForm() {
  const t = useTranslations('catalogue.create')
  const [productId, setProductId] = useState('')
  const [fields, setFields] = useState(noFields)
  const creating = useCreation()
  const { of: errors, rest } = fieldErrors(creating.error, names, { codes })
  const isComplete = productId.trim() !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete && !creating.isPending) creating.mutate({ productId: productId.trim(), fields })
  }
  return (
    <Stack component="form" onSubmit={submit}>
      <TextInput
        label={t('productId')}
        description={t('productIdHelp')}
        required
        autoFocus
        error={errors.productId}
        value={productId}
        onChange={({ currentTarget }) => setProductId(currentTarget.value)}
      />
      <ProductInputs
        values={fields}
        errors={errors}
        change={(field, value) => setFields((before) => ({ ...before, [field]: value }))}
      />
      {rest === null ? null : <ErrorState error={rest} />}
      <Group justify="flex-end">
        <Button type="submit" disabled={!isComplete} loading={creating.isPending}>
          {t('submit')}
        </Button>
      </Group>
    </Stack>
  )
}

function useCreation() {
  const t = useTranslations('catalogue')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const keyOf = useIdempotencyKey()
  return useMutation({
    mutationFn: ({ productId, fields }: { productId: string; fields: ProductFields }) => {
      const body = newProduct(productId, fields)
      return gateway.post('/api/products', { body, idempotencyKey: keyOf(JSON.stringify(body)) })
    },
    onSuccess: async ({ productId, name }) => {
      await queries.invalidateQueries({ queryKey: ['catalogue'] })
      const message = t('create.done', { name: name ?? productId })
      notifications.show({ color: 'green', message, closeButtonProps: { 'aria-label': t('edit.close') } })
      await navigate({ to: '/catalogue/products/$productId', params: { productId } })
    },
  })
}
