import { Anchor, Group, VisuallyHidden } from '@mantine/core'
import type { PlacePage } from '@open-oms/contracts/config/console-places'
import { filledUrl, type UrlValues } from '@open-oms/contracts/config/url-template'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Section } from '../shell/section.tsx'
import { PanelFrame } from './panel-frame.tsx'
import { placesQuery, usePlaceText } from './places-query.ts'
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
