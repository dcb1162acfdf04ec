import type { Problem } from './source-file.ts'

// Spelt in parts, so that this file does not find itself.
const plain: ReadonlyMap<string, string> = new Map([
  ['an' + 'ew', 'again'],
  ['for' + ' ever', 'forever'],
  ['some' + 'body', 'someone'],
  ['in' + ' vain', 'without success'],
  ['as good' + ' as', 'equal to'],
  ['who and' + ' what', 'the noun of the field'],
  ['are no' + ' more', 'no longer exist'],
  ['is to be' + ' found', 'to find'],
  ['are to be' + ' found', 'to find'],
  ['at a' + ' stroke', 'in one statement'],
])
const dated = new RegExp(`\\b(${[...plain.keys()].join('|')})\\b`, 'i')

/** Words in a text that the field does not use, each with the word that it does. */
export function findDatedWords(path: string, text: string): Problem[] {
  return text.split('\n').flatMap((line, index) => {
    const word = dated.exec(line)?.[1]?.toLowerCase()
    return word === undefined ? [] : [{ path, line: index + 1, message: `"${word}" is "${plain.get(word)}" here.` }]
  })
}
