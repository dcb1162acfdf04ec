import { type Static, Type } from '@sinclair/typebox'
import { findDuplicates, problemIn } from './checks/find-problems.ts'
import {
  ConfigFile,
  ConfigObject,
  type ConfigProblem,
  defineConfigFile,
  FlagWithDefault,
  Name,
  Percentage,
} from './config-file.ts'
import { CountryCode, CurrencyCode, LanguageTag } from './standard-codes.ts'

export const Market = ConfigObject(
  {
    id: Name('The id that orders carry as marketId.'),
    name: Name('The name people see.'),
    currency: CurrencyCode('ISO 4217 code; the currency of orders that name none.'),
    language: LanguageTag('Language of documents and messages: en, nb, sv, da, fi, de; English for any other.'),
    taxRate: Percentage('VAT in percent where neither line nor product says otherwise.'),
    country: CountryCode('ISO 3166 code.'),
    isDefault: FlagWithDefault(false, 'The market of orders that name none. Exactly one market has it.'),
  },
  'A market: where orders come from, with its currency and tax.',
)
export type Market = Static<typeof Market>

export const marketsFile = defineConfigFile({
  file: 'markets.json',
  summary: 'Markets with currency, language and tax rate.',
  schema: ConfigFile({ markets: Type.Array(Market, { minItems: 1 }) }, 'The markets of the tenant.'),
  read: (content) => content.markets,
})

/** Ids are unique; exactly one market is the default. */
export function findMarketProblems(markets: readonly Market[]): ConfigProblem[] {
  const { file } = marketsFile
  const defaults = markets.filter((market) => market.isDefault).length
  const problems = findDuplicates({ file, list: 'markets', items: markets, key: 'id', value: (market) => market.id })
  if (defaults !== 1)
    problems.push(
      problemIn(file)(
        'markets',
        `exactly one market must have isDefault, ${defaults} have it`,
        'Set "isDefault": true on the market of orders that name none, and on no other.',
      ),
    )
  return problems
}
