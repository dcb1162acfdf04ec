import t from 'tap'
import { reasonActions } from './action-catalogue.ts'
import { dayReasons } from './day-catalogue.ts'
import { nextEvents } from './next-catalogue.ts'
import { orderReasons } from './order-catalogue.ts'
import { defineSentences, type ParameterKind, type Sentence, sentenceLanguages, writeSentence } from './sentence.ts'
import { acceptedLanguage, sentenceFormat } from './sentence-format.ts'

const money = (amount: number, currency: string) => `${currency} ${amount}`
const inLanguage = (language: 'en' | 'nb', now?: Date) =>
  sentenceFormat({ language, timeZone: 'Europe/Oslo', money, ...(now && { now }) })
const en = inLanguage('en')

t.test('given a sentence with clauses, when it is written, then it has those whose parameters are present', async (t) => {
  const { Sample } = defineSentences({
    Sample: {
      parameters: { count: 'Quantity', by: 'Text?', name: 'Text?', isLate: 'Flag?', names: 'Choice?' },
      en: '{count item/items}[, by {by}][{isLate} (late)| of {name}| of all].[ {names}.]',
      nb: '{count vare/varer}.',
    },
  })
  const write = (values: object) => writeSentence(Sample, { ...values }, en)
  t.equal(write({ count: 1 }), '1 item of all.')
  t.equal(write({ count: 2, by: 'Kari', name: 'A' }), '2 items, by Kari of A.')
  t.equal(write({ count: 2, isLate: true, name: 'A' }), '2 items (late).')
  t.equal(write({ count: 2, isLate: false, by: '', names: [] }), '2 items of all.')
  t.equal(write({ count: 2, names: ['A', 'B', 'C'] }), '2 items of all. A, B or C.')
  t.equal(write({ count: 2, by: '{count} [x|y]' }), '2 items, by {count} [x|y] of all.', 'a value is no pattern')
  t.equal(write({ count: '2' }), null, 'a value of another kind is none')
  t.equal(write({}), null)
})

t.test('given a sentence with an unknown parameter, when it is declared, then it does not compile', async (t) => {
  // @ts-expect-error nobody sends `other`.
  t.ok(defineSentences({ Sample: { parameters: { name: 'Text' }, en: '{other}', nb: '{name}' } }))
})

const samples: Readonly<Record<ParameterKind, unknown>> = {
  Text: 'Cup',
  Quantity: 2,
  Money: { amount: 5, currency: 'NOK' },
  Time: '2026-01-31T10:00:00.000Z',
  Day: '2026-01-31',
  List: ['A', 'B'],
  Choice: ['A', 'B'],
  Flag: true,
  Failure: 'CapturePayments',
  Transaction: 'Capture',
}
const tables = { orderReasons, dayReasons, nextEvents, reasonActions }
const sentences = Object.values(tables).flatMap((table) => Object.entries<Sentence>(table))

t.test(
  'given every sentence, when it is written with all or only the required parameters, then it is whole in both languages',
  async (t) => {
    for (const language of sentenceLanguages) {
      for (const [code, sentence] of sentences) {
        const kinds = Object.entries(sentence.parameters ?? {})
        const values = (some: typeof kinds) =>
          Object.fromEntries(some.map(([name, kind]) => [name, samples[kind.replace('?', '') as ParameterKind]]))
        for (const some of [kinds, kinds.filter(([, kind]) => !kind.endsWith('?'))]) {
          const text = writeSentence(sentence, values(some), inLanguage(language))
          t.match(text, /^[^\s[\]{}|][^[\]{}|]*$/, `${language} ${code}`)
          t.notMatch(text, / {2}| [.,]|\.\.|undefined|null/, `${language} ${code}`)
        }
      }
    }
  },
)

t.test('given a moment, when it is written, then it is relative to a reader, and in full without one', async (t) => {
  const now = new Date('2026-12-01T22:30:00.000Z')
  const written = (language: 'en' | 'nb', at: string) => inLanguage(language, now).time(at)
  t.equal(written('en', '2026-12-01T15:11:00.000Z'), 'today at 16:11')
  t.equal(written('en', '2026-12-01T23:05:00.000Z'), 'tomorrow at 00:05', 'the day is that of the time zone')
  t.equal(written('nb', '2026-11-30T15:11:00.000Z'), 'i går kl. 16:11')
  t.equal(written('en', '2026-12-05T15:11:00.000Z'), '5 Dec, 16:11')
  t.equal(written('en', '2025-12-05T15:11:00.000Z'), '5 Dec 2025, 16:11')
  t.equal(en.time('2026-07-05T15:11:00.000Z'), '5 Jul 2026, 17:11 CEST')
  t.equal(en.day('2026-01-31'), '31 Jan 2026')
  t.equal(en.time('someday'), 'someday')
})

t.test('given Accept-Language, when a language is chosen, then it is the one that is preferred', async (t) => {
  const chosen = [undefined, '', 'fr', 'nb', 'no', 'nn-NO,nn;q=0.9', 'sv, en;q=0.8, nb;q=0.9', 'en, nb', 'nb;q=0, en', '*']
  t.same(chosen.map(acceptedLanguage), ['en', 'en', 'en', 'nb', 'nb', 'nb', 'nb', 'en', 'en', 'en'])
})
