import { languages } from '@open-oms/contracts/language'
import t from 'tap'
import { languageOfMarket } from './message-language.ts'
import { messageTexts } from './message-texts.ts'

const market = (id: string, language: string, isDefault = false) => ({ id, language, isDefault })
const markets = [
  market('NOR', 'nb', true),
  market('SWE', 'sv'),
  market('AUT', 'de-AT'),
  market('NNO', 'nn'),
  market('FRA', 'fr'),
  market('ISL', 'no'),
  market('PHL', 'fil'),
]

t.test('when the language of a message is chosen, then it is that of the market', async (t) => {
  const expected = { NOR: 'nb', SWE: 'sv', AUT: 'de', NNO: 'nb', ISL: 'nb', FRA: 'en', PHL: 'en', gone: 'nb' }
  for (const [id, language] of Object.entries(expected)) t.equal(languageOfMarket(markets, id), language, id)
  t.equal(languageOfMarket(markets, null), 'nb')
  t.equal(languageOfMarket([], null), 'en')
})

t.test('when texts are made in every language, then each has all, names the order, and differs from the others', async (t) => {
  for (const field of ['aboutOrder', 'linesCancelledSubject', 'linesCancelled'] as const) {
    const texts = languages.map((language) => messageTexts[language][field]('A-1001'))
    t.equal(new Set(texts).size, languages.length, field)
    for (const text of texts) t.match(text, /A-1001/)
  }
})
