import { Button, Group, MultiSelect, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { isApiError } from '@open-oms/client/errors'
import type { WebhookSubscription, WebhookSubscriptionWithSecret } from '@open-oms/client/types'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { gateway } from '../../session/gateway.ts'
import { useIdempotencyKey } from '../../session/use-idempotency-key.ts'
import { ErrorState } from '../../shell/states.tsx'
import { useKeepOpen } from '../../shell/use-keep-open.ts'
import { useConfiguredNames } from '../use-configured-names.ts'
import { deleteSubscription, replaceSubscription } from './subscription-queries.ts'

type Fields = { name: string; url: string; eventTypes: string[]; stores: string[] }

type FormProps = {
  /** Null: a new one. */
  subscription: WebhookSubscription | null
  eventTypes: readonly string[]
  /** With the new one and its secret, or null. */
  onDone: (created: WebhookSubscriptionWithSecret | null) => void
}

/** Subscribes an address to events, or changes what it gets. */
export function SubscriptionForm({ subscription, eventTypes, onDone }: FormProps) {
  const t = useTranslations('subscriptions.form')
  const queries = useQueryClient()
  const keyOf = useIdempotencyKey()
  const [fields, setFields] = useState<Fields>({
    name: subscription?.name ?? '',
    url: subscription?.url ?? '',
    eventTypes: [...(subscription?.eventTypes ?? [])],
    stores: [...(subscription?.stores ?? [])],
  })
  const saving = useMutation({
    mutationFn: async (): Promise<WebhookSubscriptionWithSecret | null> => {
      const body = { ...fields, name: fields.name.trim(), url: fields.url.trim() }
      if (subscription === null)
        return gateway.post('/api/WebhookSubscriptions', { body, idempotencyKey: keyOf(JSON.stringify(body)) })
      const { orderTypes, statuses, markets, active } = subscription
      await replaceSubscription(subscription, { orderTypes, statuses, markets, active, ...body })
      return null
    },
    onSuccess: (created) => {
      notifications.show({ color: 'green', message: t('saved') })
      onDone(created)
      return queries.invalidateQueries({ queryKey: ['subscriptions'] })
    },
  })
  useKeepOpen(saving.isPending)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!saving.isPending) saving.mutate()
  }
  const set = (change: Partial<Fields>) => {
    if (saving.error !== null) saving.reset()
    setFields({ ...fields, ...change })
  }
  return (
    <Stack component="form" onSubmit={submit}>
      <SubscriptionFields {...{ fields, eventTypes, error: saving.error, onChange: set }} />
      {saving.error === null || fieldProblems(saving.error).length > 0 ? null : <ErrorState error={saving.error} />}
      <Group>
        <Button type="submit" loading={saving.isPending}>
          {t(subscription === null ? 'submitNew' : 'submit')}
        </Button>
      </Group>
    </Stack>
  )
}

const shownFields: readonly string[] = ['name', 'url', 'eventTypes', 'stores']

/** What the API refused, by the fields of the form; none where it is about something else. */
function fieldProblems(error: Error | null): { field: string; text: string }[] {
  if (!isApiError(error)) return []
  const all = Object.entries(error.errors).flatMap(([path, texts]) =>
    texts.map((text) => ({ field: path.replace(/\[.*$/, ''), text })),
  )
  return all.filter(({ field }) => shownFields.includes(field))
}

type FieldsProps = Pick<FormProps, 'eventTypes'> & {
  fields: Fields
  error: Error | null
  onChange: (change: Partial<Fields>) => void
}

function SubscriptionFields({ fields, eventTypes, error, onChange }: FieldsProps) {
  const problems = fieldProblems(error)
  const problem = (field: keyof Fields) =>
    problems
      .filter((one) => one.field === field)
      .map(({ text }) => text)
      .join('; ')
  const t = useTranslations('subscriptions')
  const stores = useConfiguredNames()?.stores ?? []
  return (
    <>
      <TextInput
        label={t('name')}
        required
        maxLength={100}
        data-autofocus
        error={problem('name')}
        value={fields.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <TextInput
        label={t('form.address')}
        description={t('form.addressHelp')}
        type="url"
        required
        maxLength={2_000}
        error={problem('url')}
        value={fields.url}
        onChange={({ currentTarget }) => onChange({ url: currentTarget.value })}
      />
      <TagsInput
        label={t('form.types')}
        description={t('form.typesHelp')}
        data={[...eventTypes]}
        error={problem('eventTypes')}
        value={fields.eventTypes}
        onChange={(chosen) => onChange({ eventTypes: chosen })}
        acceptValueOnBlur
        clearable
      />
      <MultiSelect
        label={t('form.stores')}
        description={t('form.storesHelp')}
        data={stores.map(({ id, name }) => ({ value: id, label: name }))}
        error={problem('stores')}
        value={fields.stores}
        onChange={(chosen) => onChange({ stores: chosen })}
        searchable
        clearable
      />
    </>
  )
}

/** Asks whether a subscription is deleted, and deletes it. */
export function DeleteSubscription({ subscription, onDone }: { subscription: WebhookSubscription; onDone: () => void }) {
  const t = useTranslations('subscriptions')
  const queries = useQueryClient()
  const { name } = subscription
  const deleting = useMutation({
    mutationFn: () => deleteSubscription(subscription),
    onSuccess: () => {
      notifications.show({ color: 'green', message: t('removed', { name }) })
      onDone()
      return queries.invalidateQueries({ queryKey: ['subscriptions'] })
    },
  })
  useKeepOpen(deleting.isPending)
  return (
    <Stack>
      <Text size="sm">{t('delete.text')}</Text>
      {deleting.error === null ? null : <ErrorState error={deleting.error} />}
      <Group>
        <Button color="red" loading={deleting.isPending} onClick={() => deleting.mutate()} data-autofocus>
          {t('delete.submit')}
        </Button>
      </Group>
    </Stack>
  )
}
