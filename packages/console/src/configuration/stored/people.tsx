import { Badge, Button, Group, Loader, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { BusyDialog } from '../../shell/busy-dialog.tsx'
import { ErrorState } from '../../shell/states.tsx'
import { ConfigTable } from '../config-table.tsx'
import { useStoreNames } from '../use-store-names.ts'
import { DocumentHistory } from './document-history.tsx'
import { documentQuery } from './document-queries.ts'
import { type Person, PersonForm, useRoleNames } from './person-form.tsx'

const FILE = 'users.json'

/** The people who may sign in: who they are, what they may do, and where. */
export function People() {
  const t = useTranslations('stored.people')
  const { data, error, refetch } = useQuery(documentQuery(FILE))
  const [edited, setEdited] = useState<Person | 'new' | null>(null)
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Loader role="status" aria-label={t('loading')} />
  const people: readonly Person[] = data.text === null ? [] : JSON.parse(data.text).users
  const close = () => setEdited(null)
  const title = edited === 'new' ? t('add') : t('edit', { name: edited?.userName ?? '' })
  return (
    <Stack component="section" gap="sm" aria-labelledby="config-people">
      <Group justify="space-between">
        <Title order={2} size="h4" id="config-people">
          {t('title')}
        </Title>
        <Button size="xs" onClick={() => setEdited('new')}>
          {t('add')}
        </Button>
      </Group>
      <DocumentHistory document={data} />
      <ConfigTable label={t('title')} columns={[t('person'), t('roles'), t('stores'), t('state'), t('change')]} minWidth={640}>
        {people.map((person) => (
          <PersonRow key={person.userName} person={person} onEdit={() => setEdited(person)} />
        ))}
      </ConfigTable>
      <BusyDialog
        opened={edited !== null}
        onClose={close}
        title={edited === null ? '' : title}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        {edited === null ? null : <PersonForm person={edited === 'new' ? null : edited} version={data.version} onDone={close} />}
      </BusyDialog>
    </Stack>
  )
}

function PersonRow({ person, onEdit }: { person: Person; onEdit: () => void }) {
  const t = useTranslations('stored.people')
  const roleName = useRoleNames()
  const storeName = useStoreNames()
  const { userName, displayName, roles, storeIds = [], isDisabled } = person
  return (
    <Table.Tr>
      <Table.Td className="note-text">
        {displayName ?? userName}
        {displayName ? (
          <Text size="xs" c="dimmed">
            {userName}
          </Text>
        ) : null}
      </Table.Td>
      <Table.Td>{roles.length === 0 ? t('noRoles') : roles.map(roleName).join(', ')}</Table.Td>
      <Table.Td>{storeIds.length === 0 ? t('allStores') : storeIds.map((id) => storeName(id) ?? id).join(', ')}</Table.Td>
      <Table.Td>
        <Badge variant="dot" color={isDisabled ? 'gray' : 'green'} tt="none">
          {t(isDisabled ? 'disabled' : 'active')}
        </Badge>
      </Table.Td>
      <Table.Td>
        <Button size="xs" variant="default" onClick={onEdit} aria-label={t('edit', { name: userName })}>
          {t('change')}
        </Button>
      </Table.Td>
    </Table.Tr>
  )
}
