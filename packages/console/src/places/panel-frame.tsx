import { Text } from '@mantine/core'
import { filledUrl, type UrlValues } from '@open-oms/contracts/config/url-template'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../preferences/preferences.tsx'
import { Section } from '../shell/section.tsx'
import { connectPanel } from './connect-panel.ts'
import { type Panel, usePlaceText } from './places-query.ts'

/**
 * A page of another system in a frame without an origin of its own: it sees neither the console nor
 * its cookies, and gets a token of its panel by the port that it sends.
 */
export function PanelFrame({ panel, id, values }: { panel: Panel; id: string; values: UrlValues }) {
  const t = useTranslations('places.panel')
  const label = usePlaceText()(panel.label)
  const { language } = useLanguage()
  const frame = useRef<HTMLIFrameElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const src = filledUrl(panel.url, values)
  const { id: panelId, page, hasToken } = panel
  useEffect(() => {
    const subject = { page, id, language }
    return connectPanel({ panelId, hasToken, subject, frame: () => frame.current?.contentWindow ?? null, onProblem: setProblem })
  }, [panelId, page, hasToken, id, language])
  return (
    <Section title={label}>
      {src === null ? (
        <Text size="sm">{t('missing')}</Text>
      ) : (
        <iframe
          ref={frame}
          title={label}
          src={src}
          sandbox="allow-scripts allow-forms"
          referrerPolicy="no-referrer"
          loading="lazy"
          width="100%"
          height={panel.height}
          style={{ border: 0 }}
        />
      )}
      {problem === null ? null : (
        <Text size="sm" c="dimmed">
          {t('noToken', { reason: problem })}
        </Text>
      )}
    </Section>
  )
}
