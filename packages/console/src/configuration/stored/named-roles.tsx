import { Button, Group, Loader, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../display/use-format.ts'
import { BusyDialog } from '../../shell/busy-dialog.tsx'
import { ErrorState } from '../../shell/states.tsx'
import { ConfigTable } from '../config-table.tsx'
import { DocumentHistory } from './document-history.tsx'
import { documentQuery } from './document-queries.ts'
import { RoleForm } from './role-form.tsx'
import { type NamedRole, readRoles } from './role-text.ts'

/** The roles of the shop: named sets of permissions, with how much may be paid back. */
export function NamedRoles() {
  const t = useTranslations('stored.namedRoles')
  const { data, error, refetch } = useQuery(documentQuery('roles.json'))
  const [edited, setEdited] = useState<NamedRole | 'new' | null>(null)
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Loader role="status" aria-label={t('loading')} />
  const roles = readRoles(data.text)
  const close = () => setEdited(null)
  const title = edited === 'new' ? t('add') : t('edit', { name: edited?.name ?? '' })
  return (
    <Stack component="section" gap="sm" aria-labelledby="config-roles">
      <Group justify="space-between">
        <Title order={2} size="h4" id="config-roles">
          {t('title')}
        </Title>
        <Button size="xs" onClick={() => setEdited('new')}>
          {t('add')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {t('explain')}
      </Text>
      <DocumentHistory document={data} />
      {roles.length === 0 ? (
        <Text size="sm">{t('none')}</Text>
      ) : (
        <ConfigTable label={t('title')} columns={[t('name'), t('reaches'), t('permissions'), t('change')]} minWidth={640}>
          {roles.map((role) => (
            <RoleRow key={role.name} role={role} onEdit={() => setEdited(role)} />
          ))}
        </ConfigTable>
      )}
      <BusyDialog
        opened={edited !== null}
        onClose={close}
        title={edited === null ? '' : title}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        {edited === null ? null : <RoleForm role={edited === 'new' ? null : edited} document={data} onDone={close} />}
      </BusyDialog>
    </Stack>
  )
}

function RoleRow({ role, onEdit }: { role: NamedRole; onEdit: () => void }) {
  const t = useTranslations('stored.namedRoles')
  const kinds = useTranslations('stored.roles')
  const words = useTranslations('stored.permissions')
  const format = useFormat()
  const { name, description, roles, permissions, refundLimits } = role
  return (
    <Table.Tr>
      <Table.Td className="note-text">
        {name}
        {description === null ? null : (
          <Text size="xs" c="dimmed">
            {description}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{roles.map((one) => kinds(one)).join(', ')}</Table.Td>
      <Table.Td>
        {permissions.length === 0 ? t('nothing') : permissions.map((one) => words(one)).join(', ')}
        {refundLimits.map(({ currency, alone, perDay }) => (
          <Text key={currency} size="xs" c="dimmed" className="figures">
            {t('limit', { currency, alone: format.quantity(alone), perDay: format.quantity(perDay) })}
          </Text>
        ))}
      </Table.Td>
      <Table.Td>
        <Button size="xs" variant="default" onClick={onEdit} aria-label={t('edit', { name })}>
          {t('change')}
        </Button>
      </Table.Td>
    </Table.Tr>
  )
}
