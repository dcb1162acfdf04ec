import { createContext, type ReactNode, startTransition, use, useContext, useEffect, useState } from 'react'
import { IntlProvider } from 'use-intl'
import { en, type Texts } from '../texts/en/console.ts'

export type Language = 'en' | 'nb'

const KEY = 'oms-console-language'
/** English as it is written where the stores are: 24 hours, the day before the month. */
const locales: Readonly<Record<Language, string>> = { en: 'en-GB', nb: 'nb-NO' }

const Preference = createContext<{ language: Language; choose: (language: Language) => void } | null>(null)

/** The language that was chosen on this machine, else that of the browser, else English. */
function firstLanguage(): Language {
  const chosen = localStorage.getItem(KEY)
  if (chosen === 'en' || chosen === 'nb') return chosen
  return navigator.languages.some((language) => /^(nb|nn|no)\b/i.test(language)) ? 'nb' : 'en'
}

let norwegian: Promise<Texts> | null = null

/**
 * Loaded when it is chosen: the first load has a budget. When it cannot be loaded, the texts are
 * English until the next try.
 */
function norwegianTexts(): Promise<Texts> {
  norwegian ??= import('../texts/nb/console.ts').then(
    ({ nb }) => nb,
    () => {
      norwegian = null
      return en
    },
  )
  return norwegian
}

/** Gives everything below its texts, and its way to write numbers, money and dates. */
export function Preferences({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage)
  const choose = (chosen: Language) => {
    localStorage.setItem(KEY, chosen)
    // The page stays as it is until the texts are there.
    startTransition(() => setLanguage(chosen))
  }
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return (
    <Preference value={{ language, choose }}>
      <IntlProvider
        locale={locales[language]}
        messages={language === 'en' ? en : use(norwegianTexts())}
        timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}
      >
        {children}
      </IntlProvider>
    </Preference>
  )
}

/** The language of the console and the way to choose another one. */
export function useLanguage(): { language: Language; choose: (language: Language) => void } {
  const preference = useContext(Preference)
  if (preference === null) throw new Error('There are no preferences here.')
  return preference
}
