import type pg from 'pg'

const MADE_WITHIN_MS = 5_000

/**
 * Makes settings of PostgreSQL by name hold for a whole connection. By a statement, because poolers
 * such as PgBouncer refuse connections that bring settings along, or leave these out.
 */
export async function applySettings(client: pg.ClientBase, settings: Readonly<Record<string, string>>): Promise<void> {
  const text = 'select set_config(key, value, false) from jsonb_each_text($1)'
  await client.query({ text, values: [JSON.stringify(settings)], query_timeout: MADE_WITHIN_MS } as pg.QueryConfig)
}
