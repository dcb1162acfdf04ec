import { Alert, Button, Group, List, Paper, Stack, Text } from '@mantine/core'
import type { TemplatePreview as Preview } from '@open-oms/client/types'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { fileName, saveFile } from '../../display/save-file.ts'
import { useBlobAddress } from '../../display/use-blob-address.ts'

/** What a template makes of an order that exists nowhere; nothing is sent. */
export function TemplatePreview({ preview }: { preview: Preview }) {
  const t = useTranslations('stored.templates')
  const { problems, name, subject, text, html, sms, pdf } = preview
  if (problems.length > 0)
    return (
      <Alert color="red" variant="outline" role="alert" title={t('broken')}>
        <List size="sm">
          {problems.map(({ file, place, reason }) => (
            <List.Item key={`${file}${place}${reason}`}>
              <b>
                {file} {place}
              </b>{' '}
              {reason}
            </List.Item>
          ))}
        </List>
      </Alert>
    )
  return (
    <Stack component="section" gap="xs" aria-label={t('previewOf')}>
      {subject === null ? null : (
        <Text size="sm">
          <b>{t('subject')}</b> {subject}
        </Text>
      )}
      {html === null ? null : <HtmlPreview html={html} />}
      {[text, sms].map((plain) =>
        plain === null ? null : (
          <Paper key={plain} withBorder p="sm">
            <Text size="sm" className="note-text" style={{ whiteSpace: 'pre-wrap' }}>
              {plain}
            </Text>
          </Paper>
        ),
      )}
      {pdf === null ? null : (
        <Group>
          <Button variant="default" size="xs" onClick={() => savePdf(pdf, name)}>
            {t('savePdf')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

/** Of an origin of its own, without scripts; by its address, since no policy makes HTML of text. */
function HtmlPreview({ html }: { html: string }) {
  const t = useTranslations('stored.templates')
  const address = useBlobAddress(useMemo(() => new Blob([html], { type: 'text/html; charset=utf-8' }), [html]))
  return address === null ? null : <iframe className="template-preview" title={t('html')} sandbox="" src={address} />
}

function savePdf(base64: string, name: string): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  saveFile(new Blob([bytes], { type: 'application/pdf' }), `${fileName(name)}.pdf`)
}
