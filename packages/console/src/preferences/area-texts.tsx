import { type ReactNode, useMemo } from 'react'
import { IntlProvider, useLocale, useMessages } from 'use-intl'
import { type Language, useLanguage } from './preferences.tsx'

/**
 * Gives everything below the texts of an area beside those of the console: they are loaded with its
 * pages and not with the first.
 */
export function AreaTexts({ texts, children }: { texts: Readonly<Record<Language, object>>; children: ReactNode }) {
  const { language } = useLanguage()
  const outer = useMessages()
  // The same as long as nothing changes: whatever is below writes its texts again for other ones.
  const messages = useMemo(() => ({ ...outer, ...texts[language] }), [outer, texts, language])
  return (
    <IntlProvider locale={useLocale()} messages={messages}>
      {children}
    </IntlProvider>
  )
}
