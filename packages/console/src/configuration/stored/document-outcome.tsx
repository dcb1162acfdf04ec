import { Alert, Button, Group, List, Stack, Text, TextInput } from '@mantine/core'
import { isApiError } from '@open-oms/client/errors'
import type { ConfigurationDocumentChange } from '@open-oms/client/types'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ErrorState } from '../../shell/states.tsx'

type Findings = ConfigurationDocumentChange['findings']

/** Why a change was refused: another one was there first, or places with what is wrong. */
export function WriteRefusal({ error }: { error: Error | null }) {
  const t = useTranslations('stored')
  const queries = useQueryClient()
  if (error === null) return null
  if (isApiError(error, 'VersionConflict'))
    return (
      <Alert color="orange" variant="outline" role="alert" title={t('conflict.title')}>
        <Stack gap="xs" align="flex-start">
          <Text size="sm">{t('conflict.text')}</Text>
          <Button size="xs" variant="default" onClick={() => void queries.resetQueries({ queryKey: ['configuration'] })}>
            {t('conflict.reload')}
          </Button>
        </Stack>
      </Alert>
    )
  if (!isApiError(error, 'ValidationFailed')) return <ErrorState error={error} />
  const places = Object.entries(error.errors)
  return (
    <Alert color="red" variant="outline" role="alert" title={t('refused')}>
      <List size="sm">
        {places.length === 0 ? <List.Item>{error.message}</List.Item> : null}
        {places.map(([place, reasons]) => (
          <List.Item key={place}>
            <b>{place}</b> {reasons.join(' ')}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

/** What the check of the whole configuration said of a change. */
function CheckResult({ findings }: { findings: Findings }) {
  const t = useTranslations('stored.check')
  const errors = findings.filter(({ severity }) => severity === 'error')
  const warnings = findings.length - errors.length
  return (
    <Alert
      color={errors.length > 0 ? 'red' : 'green'}
      variant="outline"
      role="status"
      title={errors.length > 0 ? t('errors', { count: errors.length }) : t('good')}
    >
      {errors.length > 0 ? (
        <List size="sm">
          {errors.map(({ file, pointer, line, reason, remedy }) => (
            <List.Item key={`${file}${pointer}${line}${reason}`}>
              <b>{[file, pointer || line].filter(Boolean).join(' ')}</b> {reason}. {remedy}
            </List.Item>
          ))}
        </List>
      ) : null}
      {warnings > 0 ? <Text size="sm">{t('warnings', { count: warnings })}</Text> : null}
    </Alert>
  )
}

type FormFootProps = {
  note: string
  onNote: (note: string) => void
  /** Undefined: it was not checked as it is now. */
  findings: Findings | undefined
  error: Error | null
  isChecking: boolean
  isSaving: boolean
  submitLabel: string
  onCheck: () => void
}

/** The end of a form that changes a document: why, what the check says, and the buttons. */
export function FormFoot({ note, onNote, findings, error, isChecking, isSaving, submitLabel, onCheck }: FormFootProps) {
  const t = useTranslations('stored')
  return (
    <>
      <TextInput
        label={t('note')}
        description={t('noteHelp')}
        maxLength={500}
        value={note}
        onChange={({ currentTarget }) => onNote(currentTarget.value)}
      />
      {findings === undefined ? null : <CheckResult findings={findings} />}
      <WriteRefusal error={error} />
      <Group justify="flex-end">
        <Button variant="default" loading={isChecking} onClick={onCheck}>
          {t('check.run')}
        </Button>
        <Button type="submit" loading={isSaving}>
          {submitLabel}
        </Button>
      </Group>
    </>
  )
}
