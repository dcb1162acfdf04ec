import { DomainError } from '@open-oms/contracts/errors'
import { sqlConditions } from '@open-oms/service-kit/database/sql-conditions'
import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import { addFreeText } from '../../../services/orders-workflow/src/modules/search/search-term-conditions.ts'
import { holds, type Target } from '../target.ts'

/** What our own statements are made of; a text of a person is never in one. */
const OWN_SQL = /^[\w\s$()|&%.:,'<>=[\]]*$/

/** Texts that people search: Postgres takes the statement of any, and no text is a part of it. */
export const search: Target = {
  files: /modules\/search\/|order\/rules\/search\/|contracts\/src\/(?:search-text|folded-text)|database\/text-conditions/,
  words: [
    '%',
    '_',
    '\\',
    "'",
    '"',
    '+47',
    '22 33 44 55',
    'ext',
    'tel:',
    'å',
    'ß',
    '東京',
    '\u0301',
    '\u200b',
    ' ',
    'a b',
    '--',
    '$1',
  ],
  seeds: ['kari hansen', '+47 900 11 222 ext 5', "o'brien%_\\", '東京 å ß', 'kari@example.com A-1001'],
  async start(t) {
    const database = await testDatabase(t, 'orders-workflow')
    return async (bytes) => {
      const text = bytes.toString().replaceAll('\0', '')
      const conditions = sqlConditions()
      try {
        addFreeText(conditions, { columns: ['t.search_text'], text, countries: ['NO', 'US'] })
      } catch (error) {
        if (error instanceof DomainError && error.code === 'ValidationFailed') return
        throw error
      }
      const sql = conditions.where()
      holds(OWN_SQL.test(sql), 'a text in the statement', sql)
      await database.query({ text: `select from order_term t ${sql} limit 1`, values: conditions.values })
    }
  },
}
