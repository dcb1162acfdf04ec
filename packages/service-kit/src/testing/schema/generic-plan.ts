import type { Database } from '../../database/database.ts'

/**
 * The plan that a prepared statement keeps while its tables grow: made for any parameters, here for
 * tables that are empty.
 */
export async function genericPlan(database: Pick<Database, 'inTransaction'>, text: string, parameters: string): Promise<string> {
  return await database.inTransaction(async (tx) => {
    await tx.query({ text: 'set local plan_cache_mode = force_generic_plan' })
    await tx.query({ text: `prepare planned as ${text}` })
    const rows = await tx.query<{ 'QUERY PLAN': string }>({ text: `explain execute planned(${parameters})` })
    await tx.query({ text: 'deallocate planned' })
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}
