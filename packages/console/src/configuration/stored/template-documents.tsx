import { Button, Group, Loader, Select, Stack, Text, Textarea, Title } from '@mantine/core'
import type { ConfigurationDocument, TemplateEntry } from '@open-oms/client/types'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { gateway } from '../../session/gateway.ts'
import { ErrorState } from '../../shell/states.tsx'
import { DocumentHistory } from './document-history.tsx'
import { FormFoot } from './document-outcome.tsx'
import { documentQuery, sendDocument, templatesQuery } from './document-queries.ts'
import { tenantFiles, visibleTemplates } from './template-list.ts'
import { TemplatePreview } from './template-preview.tsx'
import { useDocumentForm } from './use-document-form.ts'

/** Mails, SMS and documents: each template can be changed, tried out and set back. */
export function TemplateDocuments() {
  const t = useTranslations('stored.templates')
  const { data, error, refetch } = useQuery(templatesQuery)
  const [path, setPath] = useState<string | null>(null)
  const templates = useMemo(() => visibleTemplates(data ?? []), [data])
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Loader role="status" aria-label={t('loading')} />
  const chosen = templates.find((template) => template.path === path)
  const nameOf = ({ name, language, part, path, origin }: TemplateEntry) =>
    [
      part === null ? t('piece', { path: path.split('/').at(-1) ?? path }) : t('name', { name, part, language: language ?? '' }),
      ...(origin === 'Tenant' ? [t('own')] : []),
    ].join(' · ')
  return (
    <Stack component="section" gap="sm" aria-labelledby="config-templates">
      <Title order={2} size="h4" id="config-templates">
        {t('title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('explain')}
      </Text>
      <Select
        label={t('choose')}
        placeholder={t('chooseHelp')}
        data={templates.map((template) => ({ value: template.path, label: nameOf(template) }))}
        value={path}
        onChange={setPath}
        searchable
        maw={520}
      />
      {chosen === undefined ? null : <Template key={chosen.path} template={chosen} all={data} />}
    </Stack>
  )
}

type TemplateProps = { template: TemplateEntry; all: readonly TemplateEntry[] }

function Template({ template, all }: TemplateProps) {
  const t = useTranslations('stored.templates')
  const { data, error, refetch } = useQuery(documentQuery(template.path))
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Loader role="status" aria-label={t('loading')} />
  return (
    <>
      <DocumentHistory document={data} />
      <TemplateForm key={data.version} document={data} template={template} all={all} />
    </>
  )
}

function TemplateForm({ document, template, all }: TemplateProps & { document: ConfigurationDocument }) {
  const t = useTranslations('stored.templates')
  const [text, setText] = useState(document.text ?? template.text)
  const { submit, changed, foot } = useDocumentForm((write) => sendDocument(document, { ...write, text }))
  const preview = useMutation({
    mutationFn: () =>
      gateway.post('/api/Templates/{name}/Preview', {
        params: { name: template.name },
        body: { files: tenantFiles(all, { path: template.path, text }) },
      }),
  })
  return (
    <Stack component="form" onSubmit={submit}>
      <Textarea
        label={t('text')}
        description={t('textHelp')}
        autosize
        minRows={8}
        maxRows={28}
        maxLength={65_536}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => {
          changed()
          setText(currentTarget.value)
        }}
      />
      {template.part === null ? null : (
        <Group>
          <Button variant="default" loading={preview.isPending} onClick={() => preview.mutate()}>
            {t('preview')}
          </Button>
        </Group>
      )}
      {preview.error === null ? null : <ErrorState error={preview.error} />}
      {preview.data === undefined ? null : <TemplatePreview preview={preview.data} />}
      <FormFoot {...foot} submitLabel={t('submit')} />
    </Stack>
  )
}
