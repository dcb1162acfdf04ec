import { Group } from '@mantine/core'
import { ButtonLink } from './text-link.tsx'

type PageLink = { name: string; to: string; isHere: boolean }

/** The way from one page of an area to another. */
export function PageLinks({ title, pages }: { title: string; pages: readonly PageLink[] }) {
  return (
    <Group component="nav" gap="xs" aria-label={title}>
      {pages.map(({ name, to, isHere }) => (
        <ButtonLink key={name} to={to} variant={isHere ? 'light' : 'default'} aria-current={isHere ? 'page' : undefined}>
          {name}
        </ButtonLink>
      ))}
    </Group>
  )
}
