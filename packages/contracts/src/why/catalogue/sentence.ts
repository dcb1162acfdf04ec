import { failureWords, transactionWords } from './words.ts'

/** How each kind of parameter is sent in JSON, and written. */
export const parameterKinds = {
  Text: 'a text, such as a name',
  Quantity: 'a number',
  Money: '`{ amount, currency }`',
  Time: 'a moment, ISO 8601',
  Day: 'a day such as `2026-01-31`',
  List: 'names that all apply, a list of texts',
  Choice: 'names of which one applies, a list of texts',
  Flag: '`true` or `false`; it writes nothing, and is present when it is true',
  Failure: 'the name of a step, written as [what could not be done](#failures)',
  Transaction: 'a type of transaction, written as [people call it](#transactions)',
} as const

type ParameterTypes = {
  Text: string
  Quantity: number
  Money: { amount: number; currency: string }
  Time: string
  Day: string
  List: readonly string[]
  Choice: readonly string[]
  Flag: boolean
  Failure: string
  Transaction: string
}

export type ParameterKind = keyof typeof parameterKinds

/** The languages of the sentences. */
export const sentenceLanguages = ['en', 'nb'] as const
export type SentenceLanguage = (typeof sentenceLanguages)[number]

/**
 * A sentence in each language, with its parameters; `?` marks those that may be absent.
 *
 * - `{name}` is the value of a parameter, `{count item/items}` a number with its noun.
 * - `[, by {name}]` is written when its parameters are there, of `[a {x}|b {y}|c]` the first part
 *   whose parameters are.
 */
export type Sentence = {
  parameters?: Readonly<Record<string, ParameterKind | `${ParameterKind}?`>>
} & Readonly<Record<SentenceLanguage, string>>

type ParameterType<Kind> = Kind extends ParameterKind
  ? ParameterTypes[Kind]
  : Kind extends `${infer Optional extends ParameterKind}?`
    ? ParameterTypes[Optional] | null
    : never

/** A code of a table of sentences with its parameters, none where its sentence has none. */
export type Said<Table, Code extends keyof Table> = Table[Code] extends { parameters: infer Kinds }
  ? { code: Code; parameters: { [Name in keyof Kinds]: ParameterType<Kinds[Name]> } }
  : { code: Code; parameters?: undefined }

type NamesIn<Text extends string> = Text extends `${string}{${infer Slot}}${infer Rest}`
  ? (Slot extends `${infer Name} ${string}` ? Name : Slot) | NamesIn<Rest>
  : never

/** The texts of an entry, of which each names parameters of the entry only. */
export type CheckedTexts<Entry extends Sentence> = {
  [Language in SentenceLanguage]: NamesIn<Entry[Language]> extends keyof Entry['parameters']
    ? string
    : { isNoParameter: Exclude<NamesIn<Entry[Language]>, keyof Entry['parameters']> }
}

/** A table of sentences; one that names a parameter which its entry lacks does not compile. */
export function defineSentences<const Table extends Readonly<Record<string, Sentence>>>(
  table: Table & { [Code in keyof Table]: CheckedTexts<Table[Code]> },
): Table {
  return table
}

/** How values are written for a reader. */
export type SentenceFormat = {
  language: SentenceLanguage
  money(amount: number, currency: string): string
  quantity(value: number): string
  /** A moment, ISO 8601. */
  time(at: string): string
  /** A day such as `2026-01-31`. */
  day(day: string): string
  list(names: readonly string[], type: 'conjunction' | 'disjunction'): string
}

/** A sentence with the values of its parameters; null when one that it needs is absent. */
export function writeSentence(
  { parameters: kinds = {}, ...texts }: Sentence,
  values: Readonly<Record<string, unknown>>,
  format: SentenceFormat,
): string | null {
  const write = (name: string) => writeValue(kinds[name]?.replace('?', '') as ParameterKind, values[name], format)
  const parts = texts[format.language].split(/(\[[^\]]*\])/).map((part) => {
    if (!part.startsWith('[')) return fillSlots(part, values, write)
    const clauses = part.slice(1, -1).split('|')
    return clauses.map((clause) => fillSlots(clause, values, write)).find((text) => text !== null) ?? ''
  })
  return parts.every((part) => part !== null) ? parts.join('') : null
}

type Values = Readonly<Record<string, unknown>>

function fillSlots(text: string, values: Values, write: (name: string) => string | null): string | null {
  let isWhole = true
  const filled = text.replace(/\{([^{}]+)\}/g, (_, slot: string) => {
    const [name = ''] = slot.split(' ', 1)
    const written = write(name)
    if (written === null) isWhole = false
    if (name === slot) return written ?? ''
    const [one, other] = slot.slice(name.length + 1).split('/')
    return `${written} ${values[name] === 1 ? one : other}`
  })
  return isWhole ? filled : null
}

/** Null for what is absent, or sent in another form than its kind has. */
function writeValue(kind: ParameterKind | undefined, value: unknown, format: SentenceFormat): string | null {
  const { language } = format
  if (kind === 'Flag') return value === true ? '' : null
  if (typeof value === 'number') return kind === 'Quantity' ? format.quantity(value) : null
  if (kind === 'List' || kind === 'Choice') return writeNames(value, kind, format)
  if (kind === 'Money') return writeMoney(value, format)
  if (typeof value !== 'string' || value === '') return null
  switch (kind) {
    case 'Text':
      return value
    case 'Time':
      return format.time(value)
    case 'Day':
      return format.day(value)
    case 'Failure':
      return failureWords[value]?.[language] ?? failureWords.other[language].replace('{step}', () => value)
    case 'Transaction':
      return transactionWords[value]?.[language] ?? value
    default:
      return null
  }
}

function writeMoney(value: unknown, { money }: SentenceFormat): string | null {
  const { amount, currency } = (value ?? {}) as { amount?: unknown; currency?: unknown }
  return typeof amount === 'number' && typeof currency === 'string' ? money(amount, currency) : null
}

/** Most names that a list in a sentence has; the rest are three dots. */
const NAMES_MAX = 6

function writeNames(value: unknown, kind: 'List' | 'Choice', { list }: SentenceFormat): string | null {
  if (!Array.isArray(value) || value.length === 0) return null
  const names = value.map(String)
  const shown = names.length > NAMES_MAX ? [...names.slice(0, NAMES_MAX), '…'] : names
  return list(shown, kind === 'List' ? 'conjunction' : 'disjunction')
}
