import { Kbd, Modal, Stack, Table, Text, Title } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { useShortcuts } from '../preferences/use-shortcuts.ts'
import { shortcutsEn } from '../texts/en/shortcuts.ts'
import { shortcutsNb } from '../texts/nb/shortcuts.ts'

const texts = { en: { shortcuts: shortcutsEn }, nb: { shortcuts: shortcutsNb } } as const

/** What keys do, by where they do it. Those of one letter can be switched off. */
const groups = [
  {
    place: 'everywhere',
    keys: [
      ['search', ['Ctrl K', '⌘ K']],
      ['shortcuts', ['?']],
      ['close', ['Esc']],
    ],
  },
  {
    place: 'orders',
    keys: [
      ['searchField', ['/']],
      ['next', ['j', '↓']],
      ['previous', ['k', '↑']],
      ['select', ['x']],
      ['selectRange', ['Shift X']],
      ['open', ['Enter']],
    ],
  },
] as const

/** All keyboard shortcuts of the console. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  return (
    <AreaTexts texts={texts}>
      <Shortcuts onClose={onClose} />
    </AreaTexts>
  )
}

function Shortcuts({ onClose }: { onClose: () => void }) {
  const t = useTranslations('shortcuts')
  const { areOn } = useShortcuts()
  return (
    <Modal opened onClose={onClose} title={t('title')} closeButtonProps={{ 'aria-label': t('close') }}>
      <Stack gap="md">
        {areOn ? null : <Text size="sm">{t('off')}</Text>}
        {groups.map(({ place, keys }) => (
          <section key={place} aria-label={t(place)}>
            <Title order={3} size="h6" mb={4}>
              {t(place)}
            </Title>
            <Table verticalSpacing={6} aria-label={t(place)}>
              <Table.Tbody>
                {keys.map(([name, shown]) => (
                  <Table.Tr key={name}>
                    <Table.Td>{t(`keys.${name}`)}</Table.Td>
                    <Table.Td ta="right">
                      {shown.map((key, index) => (
                        <span key={key}>
                          {index === 0 ? null : ` ${t('or')} `}
                          <Kbd size="sm">{key}</Kbd>
                        </span>
                      ))}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </section>
        ))}
      </Stack>
    </Modal>
  )
}
