import type { TestDatabase } from '@open-oms/service-kit/testing/test-database'

/**
 * Every row of every table that a write may touch, as one text to compare; `except` are tables left
 * out.
 */
export async function storedRows(database: TestDatabase, { except = [] }: { except?: readonly string[] } = {}): Promise<string> {
  const tables = await database.query<{ name: string }>({
    text: `select schemaname || '."' || tablename || '"' as name from pg_tables
      where schemaname in ('public', 'kit') and tablename <> all($1) order by 1`,
    values: [except],
  })
  const rows = await Promise.all(
    tables.map(async ({ name }) => [name, await database.query({ text: `select t::text as row from ${name} as t order by 1` })]),
  )
  return JSON.stringify(rows)
}
