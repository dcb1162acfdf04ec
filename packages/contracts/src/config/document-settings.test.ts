import { Value } from '@sinclair/typebox/value'
import t from 'tap'
import { findDocumentIssuerProblems } from './checks/setting-problems.ts'
import { DocumentSettings } from './document-settings.ts'
import type { Settings } from './settings.ts'
import type { Store } from './stores.ts'

const settings = (given: object) => Value.Default(DocumentSettings, given)

t.test('given no settings of documents, when they are read, then there is no logo, no further font and no issuer', async (t) => {
  t.same(settings({}), { logo: null, fallbackFonts: [], issuers: [] })
})

t.test('given a file outside of the configuration folder, when the settings are read, then it is refused', async (t) => {
  for (const path of ['logo.png', 'images/logo.png', 'my logo.png', 'a..b.png']) {
    t.equal(Value.Check(DocumentSettings, settings({ logo: path, fallbackFonts: [path] })), true, path)
  }
  for (const path of ['', '/etc/logo.png', '../logo.png', 'a/../../logo.png', '..', 'a\\b.png', 'a\u0000b']) {
    t.equal(Value.Check(DocumentSettings, settings({ logo: path })), false, path)
    t.equal(Value.Check(DocumentSettings, settings({ fallbackFonts: [path] })), false, path)
  }
})

t.test('given issuers of documents, when they are checked, then each is the company of a store and occurs once', async (t) => {
  const stores = [{ accountingCompanyCode: 'NO01' }, { accountingCompanyCode: null }] as Store[]
  const problems = (...codes: string[]) => {
    const issuers = codes.map((companyCode) => ({ companyCode, name: companyCode, lines: [], footer: null, electronic: null }))
    return findDocumentIssuerProblems({ documents: { logo: null, fallbackFonts: [], issuers } } as unknown as Settings, stores)
  }
  t.same(problems('NO01'), [])
  t.match(problems('NO01', 'FR01', 'no01'), [
    { file: 'settings.json', path: 'documents.issuers[2].companyCode', reason: /already used/ },
    {
      file: 'settings.json',
      path: 'documents.issuers[1].companyCode',
      reason: '"FR01" is not the name of the company of a store',
    },
    { path: 'documents.issuers[2].companyCode' },
  ])
})
