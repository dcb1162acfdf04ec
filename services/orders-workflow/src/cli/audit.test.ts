import { auditEntry, systemOrigin } from '@open-oms/service-kit/audit/audit-entry'
import { storeEntriesNow } from '@open-oms/service-kit/audit/audit-trail'
import { runCommand } from '@open-oms/service-kit/testing/run-command'
import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import t from 'tap'
import { chainRecords } from '../modules/audit/chain-records.ts'
import { audit } from './audit.ts'

t.test('when the log is verified, then the command prints its end, and ends with 1 once a record was changed', async (t) => {
  const database = await testDatabase(t, 'orders-workflow')
  const run = (...args: string[]) => runCommand(audit, args, { DATABASE_URL: database.url })
  t.match(await run('verify'), { code: 0, output: /^The audit log is consistent: 0 records/ })
  await storeEntriesNow(database, [auditEntry('test', systemOrigin('test'), { act: 'Print' })])
  await chainRecords(database)
  t.match(await run('verify'), { code: 0, output: /1 record, the last of them 1 with hash [0-9a-f]{64}/ })
  const change = `update audit_record set actor = 'nobody'`
  await database.owner.query({ text: `alter table audit_record disable trigger user; ${change}` })
  t.match(await run('verify'), { code: 1, output: '', errors: /Record 1 .* is not what was written/ })
  t.match(await run('--help'), { code: 0, output: /Usage: npx oms audit verify/ })
  t.match(await run('remove'), { code: 2, errors: /verify/ })
})
