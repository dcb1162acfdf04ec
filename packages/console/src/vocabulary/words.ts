import type { vocabularyEn } from '../texts/en/vocabulary.ts'

/** The fixed vocabularies of the API that people read. */
export type VocabularyName = keyof typeof vocabularyEn

export type Vocabulary = Readonly<Partial<Record<VocabularyName, Readonly<Record<string, string>>>>>

/**
 * What people call a value of a vocabulary. A value that it does not have is shown as it is: a
 * newer API may know more.
 */
export type Words = (name: VocabularyName, value: string) => string

/** The words of a vocabulary. */
export function wordsIn(vocabulary: Vocabulary): Words {
  return (name, value) => {
    const words = vocabulary[name]
    return words !== undefined && Object.hasOwn(words, value) ? (words[value] ?? value) : value
  }
}
