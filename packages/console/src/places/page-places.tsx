import { Anchor, Group, Text, VisuallyHidden } from '@mantine/core'
import type { PlacePage } from '@open-oms/contracts/config/console-places'
import { filledUrl, type UrlValues } from '@open-oms/contracts/config/url-template'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../preferences/preferences.tsx'
import { Section } from '../shell/section.tsx'
import { connectPanel } from './connect-panel.ts'
import { type Panel, placesQuery, usePlaceText } from './places-query.ts'
import { PlacesTexts } from './places-texts.tsx'

type PagePlacesProps = {
  page: PlacePage
  /** What the page is about. */
  id: string
  values: UrlValues
  /** Buttons beside the links. */
  buttons?: ReactNode
}

/** The links and panels that the shop adds to a page; nothing where there are none. */
export function PagePlaces(props: PagePlacesProps) {
  const { data } = useQuery(placesQuery)
  if (data === undefined) return null
  return (
    <PlacesTexts>
      <Links {...props} />
      {data.panels
        .filter(({ page }) => page === props.page)
        .map((panel) => (
          <PanelFrame key={`${panel.id} ${props.id}`} panel={panel} id={props.id} values={props.values} />
        ))}
    </PlacesTexts>
  )
}

function Links({ page, values, buttons }: PagePlacesProps) {
  const t = useTranslations('places')
  const textOf = usePlaceText()
  const { data } = useQuery(placesQuery)
  const links = (data?.links ?? []).flatMap((link) => {
    const href = link.page === page ? filledUrl(link.url, values) : null
    return href === null ? [] : [{ href, label: textOf(link.label) }]
  })
  if (links.length === 0 && buttons === undefined) return null
  return (
    <Section title={t('title')}>
      <Group gap="sm">
        {buttons}
        {links.map(({ href, label }) => (
          <Anchor key={`${label} ${href}`} href={href} target="_blank" rel="noopener noreferrer" size="sm">
            {label}
            <VisuallyHidden> ({t('opens')})</VisuallyHidden>
          </Anchor>
        ))}
      </Group>
    </Section>
  )
}

/**
 * A page of another system in a frame without an origin of its own: it sees neither the console nor
 * its cookies, and gets a token of its panel by the port that it sends.
 */
function PanelFrame({ panel, id, values }: { panel: Panel; id: string; values: UrlValues }) {
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
