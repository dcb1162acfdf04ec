import { Checkbox, MultiSelect, PasswordInput, Stack, TagsInput, TextInput } from '@mantine/core'
import { type Role, roles } from '@open-oms/contracts/access'
import { coversRights, heldRights } from '@open-oms/contracts/permissions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { gateway } from '../../session/gateway.ts'
import { useUser } from '../../session/use-session.ts'
import { useConfiguredNames } from '../use-configured-names.ts'
import { FormFoot } from './document-outcome.tsx'
import { documentQuery } from './document-queries.ts'
import { type NamedRole, readRoles } from './role-text.ts'
import { useDocumentForm } from './use-document-form.ts'

export type Person = {
  userName: string
  displayName?: string | null
  roles: readonly string[]
  storeIds?: readonly string[]
  isDisabled?: boolean
  mustChangePassword?: boolean
  needsSecondFactor?: boolean
  networks?: readonly string[]
}

type Fields = {
  userName: string
  displayName: string
  roles: string[]
  storeIds: string[]
  isDisabled: boolean
  mustChangePassword: boolean
  needsSecondFactor: boolean
  networks: string[]
  password: string
}

const PASSWORD_LENGTH_MIN = 12

/**
 * Names a role by what it lets a person do; one of the configuration has the name that it has
 * there.
 */
export function useRoleNames(): (role: string) => string {
  const t = useTranslations('stored.roles')
  return (role) => (isKnownRole(role) ? t(role) : role)
}

function isKnownRole(role: string): role is Role {
  return (roles as readonly string[]).includes(role)
}

/** The roles of the configuration; none while they are not known. */
function useNamedRoles(): NamedRole[] {
  const { data } = useQuery(documentQuery('roles.json'))
  return readRoles(data?.text ?? null)
}

type PersonFormProps = { person: Person | null; version: number; onDone: () => void }

/** Adds a person, or changes one; `version` is that of the document which the person sees. */
export function PersonForm({ person, version, onDone }: PersonFormProps) {
  const t = useTranslations('stored.people')
  const [fields, setFields] = useState<Fields>({
    userName: person?.userName ?? '',
    displayName: person?.displayName ?? '',
    roles: [...(person?.roles ?? [])],
    storeIds: [...(person?.storeIds ?? [])],
    isDisabled: person?.isDisabled ?? false,
    // Who adds a person knows the first password.
    mustChangePassword: person === null || (person.mustChangePassword ?? false),
    needsSecondFactor: person?.needsSecondFactor ?? false,
    networks: [...(person?.networks ?? [])],
    password: '',
  })
  const { submit, changed, foot } = useDocumentForm(({ note, dryRun = false }) => {
    const { userName, displayName, password, ...rest } = fields
    return gateway.put('/api/Configuration/Users/{userName}', {
      params: { userName: userName.trim() },
      query: { dryRun },
      ifMatch: String(version),
      body: {
        ...rest,
        displayName: displayName.trim() || null,
        note: note.trim() || null,
        ...(password === '' ? {} : { password }),
      },
    })
  }, onDone)
  const set = (change: Partial<Fields>) => {
    changed()
    setFields({ ...fields, ...change })
  }
  return (
    <Stack component="form" onSubmit={submit}>
      <PersonFields fields={fields} isNew={person === null} onChange={set} />
      <FormFoot {...foot} submitLabel={t(person === null ? 'submitNew' : 'submit')} />
    </Stack>
  )
}

const flags = ['mustChangePassword', 'needsSecondFactor', 'isDisabled'] as const

type FieldsProps = { fields: Fields; isNew: boolean; onChange: (change: Partial<Fields>) => void }

function PersonFields({ fields, isNew, onChange: set }: FieldsProps) {
  const t = useTranslations('stored.people')
  const stores = useConfiguredNames()?.stores ?? []
  return (
    <>
      <TextInput
        label={t('userName')}
        description={t('userNameHelp')}
        required
        maxLength={100}
        disabled={!isNew}
        data-autofocus={isNew ? true : undefined}
        value={fields.userName}
        onChange={({ currentTarget }) => set({ userName: currentTarget.value })}
      />
      <TextInput
        label={t('displayName')}
        maxLength={100}
        data-autofocus={isNew ? undefined : true}
        value={fields.displayName}
        onChange={({ currentTarget }) => set({ displayName: currentTarget.value })}
      />
      <RoleChoice value={fields.roles} onChange={(chosen) => set({ roles: chosen })} />
      <MultiSelect
        label={t('stores')}
        description={t('storesHelp')}
        data={stores.map(({ id, name }) => ({ value: id, label: name }))}
        value={fields.storeIds}
        onChange={(storeIds) => set({ storeIds })}
        searchable
        clearable
      />
      <PasswordInput
        label={t(isNew ? 'firstPassword' : 'newPassword')}
        description={t(isNew ? 'firstPasswordHelp' : 'newPasswordHelp', { count: PASSWORD_LENGTH_MIN })}
        required={isNew}
        minLength={PASSWORD_LENGTH_MIN}
        maxLength={200}
        autoComplete="new-password"
        value={fields.password}
        onChange={({ currentTarget }) => set({ password: currentTarget.value })}
      />
      <TagsInput
        label={t('networks')}
        description={t('networksHelp')}
        splitChars={[',', ' ']}
        value={fields.networks}
        onChange={(networks) => set({ networks })}
      />
      {flags.map((flag) => (
        <Checkbox
          key={flag}
          label={t(flag)}
          checked={fields[flag]}
          onChange={({ currentTarget }) => set({ [flag]: currentTarget.checked })}
        />
      ))}
    </>
  )
}

/** Roles that the person who gives them does not have are shown, and cannot be given. */
function RoleChoice({ value, onChange }: { value: readonly string[]; onChange: (roles: string[]) => void }) {
  const t = useTranslations('stored.people')
  const roleName = useRoleNames()
  const named = useNamedRoles()
  const { roles: own, permissions, refundLimits } = useUser()
  const editor = { roles: own, permissions, refundLimits: refundLimits ?? undefined }
  const mayGive = (role: string) => coversRights(editor, heldRights([role], named))
  return (
    <Checkbox.Group label={t('roles')} value={[...value]} onChange={onChange}>
      <Stack gap={6} mt={4}>
        {[...new Set([...roles, ...named.map(({ name }) => name), ...value])].map((role) => (
          <Checkbox key={role} value={role} label={roleName(role)} disabled={!mayGive(role)} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
