import { Group, NativeSelect, useMantineColorScheme } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useLanguage } from './preferences.tsx'

/** Chooses the language and light or dark. */
export function PreferenceMenus() {
  const t = useTranslations('preferences')
  const { language, choose } = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Group grow>
      <NativeSelect
        label={t('language')}
        value={language}
        onChange={({ currentTarget }) => choose(currentTarget.value as typeof language)}
        data={[
          { value: 'en', label: 'English' },
          { value: 'nb', label: 'Norsk' },
        ]}
      />
      <NativeSelect
        label={t('theme')}
        value={colorScheme}
        onChange={({ currentTarget }) => setColorScheme(currentTarget.value as typeof colorScheme)}
        data={[
          { value: 'auto', label: t('auto') },
          { value: 'light', label: t('light') },
          { value: 'dark', label: t('dark') },
        ]}
      />
    </Group>
  )
}
