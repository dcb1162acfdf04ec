import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { BusinessCustomer } from '@open-oms/client/types'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { gateway } from '../../session/gateway.ts'
import { BusyDialog } from '../../shell/busy-dialog.tsx'
import { ErrorState } from '../../shell/states.tsx'
import { useKeepOpen } from '../../shell/use-keep-open.ts'
import { customerQuery } from './customer-queries.ts'

/** Gives a business customer another name. */
export function RenameCustomer({ customer }: { customer: BusinessCustomer }) {
  const t = useTranslations('catalogue.customers')
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        {t('rename')}
      </Button>
      <BusyDialog opened={isOpen} onClose={close} title={t('rename')} closeButtonProps={{ 'aria-label': t('close') }}>
        {isOpen ? <RenameForm customer={customer} onDone={close} /> : null}
      </BusyDialog>
    </>
  )
}

type RenameResult = { isSaved: true } | { isSaved: false; name: string | null }

function RenameForm({ customer, onDone }: { customer: BusinessCustomer; onDone: () => void }) {
  const t = useTranslations('catalogue.customers')
  const queries = useQueryClient()
  const [name, setName] = useState(customer.name ?? '')
  const [seen, setSeen] = useState(customer.name)
  const rename = useMutation({
    mutationFn: async (): Promise<RenameResult> => {
      // Customers have no versions: what another one has written is noticed here, except for a
      // moment.
      const now = await queries.fetchQuery({ ...customerQuery(customer.id), staleTime: 0 })
      if (now.name !== seen) return { isSaved: false, name: now.name }
      await gateway.post('/api/BusinessCustomer', { body: { id: customer.id, name: name.trim() } })
      return { isSaved: true }
    },
    onSuccess: async (result) => {
      if (!result.isSaved) return setSeen(result.name)
      onDone()
      await queries.invalidateQueries({ queryKey: ['catalogue'] })
    },
  })
  useKeepOpen(rename.isPending)
  const isComplete = name.trim() !== '' && name.trim() !== seen
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete) rename.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        {rename.data?.isSaved === false ? (
          <Alert color="orange" variant="outline" role="alert" title={t('renamed.title')}>
            {t('renamed.text', { name: seen ?? '–' })}
          </Alert>
        ) : null}
        <TextInput
          label={t('name')}
          required
          data-autofocus
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {rename.isError ? <ErrorState error={rename.error} /> : null}
        <Group justify="flex-end">
          <Button type="submit" disabled={!isComplete} loading={rename.isPending}>
            {t('submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
