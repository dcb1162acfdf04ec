import type pg from 'pg'
import { Sql, statement } from './statement.ts'

const MADE_WITHIN_MS = 5_000

const makeSettings = statement({
  name: 'kit-settings',
  text: 'select set_config(key, value, false) as value from jsonb_each_text($1)',
  parameters: [Sql.jsonb],
  row: { value: Sql.text },
})

/**
 * Makes settings of PostgreSQL by name hold for a whole connection. By a statement, because poolers
 * such as PgBouncer refuse connections that bring settings along, or leave these out.
 */
export async function applySettings(client: pg.ClientBase, settings: Readonly<Record<string, string>>): Promise<void> {
  const { values = [], ...query } = makeSettings.with(JSON.stringify(settings))
  await client.query({ ...query, values: [...values], query_timeout: MADE_WITHIN_MS } as pg.QueryConfig)
}
