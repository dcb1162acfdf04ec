import { serviceRoles } from '@open-oms/contracts/service-roles'
import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import t from 'tap'

/**
 * Tables whose rows the service may change: what is still to be done or was looked at, and nothing
 * that is booked.
 */
const changing = ['posting_draft', 'store_build', 'z_report_draft']

/** What may change of a row that stays (security.md#rights-in-the-databases). */
const changingColumns: Record<string, string[]> = {
  company_chain: ['chain_number', 'chain_value'],
  payment_transaction: ['is_booked', 'replaced_by_sequence'],
  posting: ['event_sequence', 'exported_at', 'external_reference', 'rejection_reason', 'status', 'superseded_at'],
}

const database = await testDatabase(t, 'accounting-read')

type Rights = { table: string; may: string[]; columns: string[] }

/** The rights of the service on every table of its own, those that all may use among them. */
async function rightsOfService(): Promise<Rights[]> {
  const role = `'${serviceRoles['accounting-read']}'`
  const text = `select c.relname as table,
      array(select right_name from unnest(array['UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) as right_name
        where has_table_privilege(${role}, c.oid, right_name)) as may,
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
        and has_column_privilege(${role}, c.oid, attnum, 'UPDATE') order by attname) as columns
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and c.relname <> '_prisma_migrations' order by c.relname`
  return await database.owner.query<Rights>({ text })
}

t.test(
  'given all tables of the ledger, when their rights are listed, then the service may update and delete no row',
  async (t) => {
    const ledger = (await rightsOfService()).filter(({ table }) => !changing.includes(table))
    const names = ['carried_line', 'company_chain', 'ledger_line', 'payment_transaction', 'posting', 'z_report']
    t.same(
      ledger,
      names.map((table) => ({ table, may: [], columns: changingColumns[table] ?? [] })),
    )
  },
)

t.test(
  'given a new table without REVOKE, when the rights are listed, then it is found with the rights it should not have',
  async (t) => {
    await database.owner.query({ text: 'create table new_ledger (id int)' })
    const found = (await rightsOfService()).filter(({ table }) => table === 'new_ledger')
    t.same(found, [{ table: 'new_ledger', may: ['UPDATE', 'DELETE'], columns: ['id'] }])
  },
)
