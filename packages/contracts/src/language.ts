/**
 * The languages that documents and messages are written in
 * (documents-and-notifications.md#pdf-documents, documents-and-notifications.md#notifications).
 */
export const languages = ['en', 'nb', 'sv', 'da', 'fi', 'de'] as const
export type Language = (typeof languages)[number]

/** Norwegian has two written forms and a code for both: readers of one read the other. */
const relatives: ReadonlyMap<string, Language> = new Map([
  ['no', 'nb'],
  ['nn', 'nb'],
])

/** The language of a market's language tag (`nb`, `de-AT`); undefined for one without texts. */
export function findLanguage(tag: string): Language | undefined {
  const [code = ''] = tag.split('-')
  return languages.find((language) => language === code) ?? relatives.get(code)
}

/** The language that is written for a market's language tag: English for one without texts. */
export function languageForTag(tag: string): Language {
  return findLanguage(tag) ?? 'en'
}
