import type { Market } from '@open-oms/contracts/config/markets'
import t from 'tap'
import { createDocumentRenderer } from './drawing/document-renderer.ts'
import { findUnprintableMarkets } from './find-unprintable-markets.ts'

const settings = { logo: null, fallbackFonts: [], issuers: [] }
const documents = await createDocumentRenderer({
  directory: t.testdir({}),
  settings,
  limits: { threadsMax: 1, timeoutMs: 240_000, checkTimeoutMs: 240_000 },
})
t.teardown(() => documents.stop())
const market = (language: string, country: string): Market => ({
  id: country,
  name: country,
  currency: 'EUR',
  language,
  taxRate: 0,
  country,
  isDefault: false,
})

t.test('given markets of many countries, when fonts are looked for, then each that no font covers is named', async (t) => {
  const covered = [
    market('nb', 'NO'),
    market('en', 'GR'),
    market('uk', 'UA'),
    market('en', 'IL'),
    market('hi', 'NO'),
    market('fo', 'FO'),
  ]
  const uncovered = [
    market('ja', 'JP'),
    market('en', 'TH'),
    market('en', 'ET'),
    market('zh-TW', 'NO'),
    market('en', 'KR'),
    market('dv', 'MV'),
    market('en', 'MV'),
  ]
  const problems = await findUnprintableMarkets([...covered, ...uncovered], documents)
  t.strictSame(
    problems.map(({ file, path, reason }) => [file, path, /letters of (.*), a usual/.exec(reason)?.[1]]),
    [
      ['markets.json', 'markets[6].language', 'Japanese (Jpan)'],
      ['markets.json', 'markets[7].language', 'Thai (Thai)'],
      ['markets.json', 'markets[8].language', 'Ethiopic (Ethi)'],
      ['markets.json', 'markets[9].language', 'Traditional (Hant)'],
      ['markets.json', 'markets[10].language', 'Korean (Kore)'],
      ['markets.json', 'markets[11].language', 'Thaana (Thaa)'],
      ['markets.json', 'markets[12].language', 'Thaana (Thaa)'],
    ],
  )
})

t.test('given characters that are not drawn, when fonts are looked for, then none of them is missing', async (t) => {
  t.strictSame(await documents.missingCharacters('Blåbær \u200d\ufe0f\u00ad\t\u2028'), [])
  t.strictSame(await documents.missingCharacters('山 a 山'), ['山'])
})
