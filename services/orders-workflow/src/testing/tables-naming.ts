import type { OrdersTest } from './test-orders.ts'

/**
 * The tables of the database, those of `kit` with their schema, that have a row with one of the
 * words.
 */
export async function tablesNaming({ database }: Pick<OrdersTest, 'database'>, words: readonly string[]): Promise<string[]> {
  const tables = await database.query<{ schema: string; name: string }>({
    text: `select schemaname as schema, tablename as name from pg_tables where schemaname in ('public', 'kit') order by 1 desc, 2`,
  })
  const found: string[] = []
  for (const { schema, name } of tables) {
    const text = `select from ${schema}."${name}" as t where t::text ilike any ($1) limit 1`
    const rows = await database.query({ text, values: [words.map((word) => `%${word}%`)] })
    if (rows.length > 0) found.push(schema === 'kit' ? `kit.${name}` : name)
  }
  return found
}
