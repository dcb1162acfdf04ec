import { type Language, languages } from '@open-oms/contracts/language'
import da from './locales/da.json' with { type: 'json' }
import de from './locales/de.json' with { type: 'json' }
import en from './locales/en.json' with { type: 'json' }
import fi from './locales/fi.json' with { type: 'json' }
import nb from './locales/nb.json' with { type: 'json' }
import sv from './locales/sv.json' with { type: 'json' }

/**
 * Everything that messages to customers are written with. `{number}` in a text is the order number
 * of the customer.
 */
export type MessageLocale = typeof en

const messageLocales: Readonly<Record<Language, MessageLocale>> = { en, nb, sv, da, fi, de }

/** What is read of the locale of each language. */
export function byLanguage<Texts>(read: (locale: MessageLocale) => Texts): Record<Language, Texts> {
  return Object.fromEntries(languages.map((language) => [language, read(messageLocales[language])])) as Record<Language, Texts>
}

/** The text with the order number of the customer. */
export function withNumber(text: string, number: string): string {
  return text.replaceAll('{number}', () => number)
}
