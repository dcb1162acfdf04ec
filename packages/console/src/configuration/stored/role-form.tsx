import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import type { ConfigurationDocument } from '@open-oms/client/types'
import { type Role, roles } from '@open-oms/contracts/access'
import { type Permission, permissions } from '@open-oms/contracts/permissions'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { NumberField } from '../../display/number-field.tsx'
import { useMay, useUser } from '../../session/use-session.ts'
import { CurrencyInput } from './currency-input.tsx'
import { FormFoot, WriteRefusal } from './document-outcome.tsx'
import { sendDocument, useDocumentWrite } from './document-queries.ts'
import { type Limit, type NamedRole, type RoleFields, roleFields, withoutRole, withRole } from './role-text.ts'
import { Rows } from './rows.tsx'
import { useDocumentForm } from './use-document-form.ts'

type FormProps = { role: NamedRole | null; document: ConfigurationDocument; onDone: () => void }

/** Adds a role, changes or removes one; `document` has the roles as the person sees them. */
export function RoleForm({ role, document, onDone }: FormProps) {
  const t = useTranslations('stored.namedRoles')
  const [fields, setFields] = useState(() => roleFields(role))
  const { submit, changed, foot } = useDocumentForm(
    (write) => sendDocument(document, { ...write, text: withRole(document.text, fields) }),
    onDone,
  )
  const set = (change: Partial<RoleFields>) => {
    changed()
    setFields({ ...fields, ...change })
  }
  return (
    <Stack component="form" onSubmit={submit}>
      <RoleInputs fields={fields} isNew={role === null} onChange={set} />
      {fields.permissions.includes('Refund') ? (
        <Rows
          title={t('limits')}
          help={t('limitsHelp')}
          addLabel={t('addLimit')}
          rows={fields.refundLimits}
          onChange={(refundLimits) => set({ refundLimits })}
          empty={{ currency: '', perDay: null, alone: null }}
        >
          {(limit, change) => <LimitInputs limit={limit} onChange={change} />}
        </Rows>
      ) : null}
      {role === null ? null : <RemoveRole name={role.name} document={document} onDone={onDone} />}
      <FormFoot {...foot} submitLabel={t(role === null ? 'submitNew' : 'submit')} />
    </Stack>
  )
}

type InputsProps = { fields: RoleFields; isNew: boolean; onChange: (change: Partial<RoleFields>) => void }

/** What the person who edits does not have themselves is shown, and cannot be given. */
function RoleInputs({ fields, isNew, onChange: set }: InputsProps) {
  const t = useTranslations('stored.namedRoles')
  const kinds = useTranslations('stored.roles')
  const words = useTranslations('stored.permissions')
  const may = useMay()
  const own = useUser().permissions
  const reach = { OrderRead: 'readOrders', OrderAdmin: 'changeOrders', ProductRead: 'readProducts' } as const
  const acts = { ...reach, ProductAdmin: 'changeProducts', AccountingRead: 'readLedger' } as const
  return (
    <>
      <TextInput
        label={t('name')}
        description={t('nameHelp')}
        required
        maxLength={60}
        pattern="[A-Za-z][A-Za-z0-9_\-]{0,59}"
        title={t('nameHelp')}
        disabled={!isNew}
        data-autofocus={isNew ? true : undefined}
        value={fields.name}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <TextInput
        label={t('description')}
        maxLength={100}
        data-autofocus={isNew ? undefined : true}
        value={fields.description}
        onChange={({ currentTarget }) => set({ description: currentTarget.value })}
      />
      <Checkbox.Group label={t('reaches')} value={fields.roles} onChange={(chosen) => set({ roles: chosen as Role[] })}>
        <Stack gap="xs" mt={4}>
          {roles.map((one) => (
            <Checkbox key={one} value={one} label={kinds(one)} disabled={!may(acts[one])} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Checkbox.Group
        label={t('permissions')}
        value={fields.permissions}
        onChange={(chosen) => set({ permissions: chosen as Permission[] })}
      >
        <Stack gap="xs" mt={4}>
          {permissions.map((one) => (
            <Checkbox key={one} value={one} label={words(one)} disabled={!own.includes(one)} />
          ))}
        </Stack>
      </Checkbox.Group>
    </>
  )
}

function LimitInputs({ limit, onChange }: { limit: Limit; onChange: (change: Partial<Limit>) => void }) {
  const t = useTranslations('stored.namedRoles')
  return (
    <>
      <CurrencyInput value={limit.currency} onChange={(currency) => onChange({ currency })} />
      {(['alone', 'perDay'] as const).map((name) => (
        <NumberField
          key={name}
          label={t(name)}
          required
          w={130}
          min={0}
          max={1_000_000_000}
          value={limit[name]}
          onChange={(amount) => onChange({ [name]: amount })}
        />
      ))}
    </>
  )
}

/** Asks once more; a role that people still have is refused by the check. */
function RemoveRole({ name, document, onDone }: { name: string; document: ConfigurationDocument; onDone: () => void }) {
  const t = useTranslations('stored.namedRoles')
  const [isAsking, setAsking] = useState(false)
  const removing = useDocumentWrite(() => sendDocument(document, { text: withoutRole(document.text, name), note: '' }), {
    onWritten: onDone,
  })
  return (
    <>
      <WriteRefusal error={removing.error} />
      <Group>
        <Button
          size="xs"
          variant={isAsking ? 'filled' : 'default'}
          color="red.9"
          loading={removing.isPending}
          onClick={() => (isAsking ? removing.mutate(undefined) : setAsking(true))}
          onBlur={() => setAsking(false)}
        >
          {t(isAsking ? 'removeNow' : 'remove')}
        </Button>
      </Group>
    </>
  )
}
