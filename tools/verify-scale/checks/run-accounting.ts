import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { omsProgram } from '@open-oms/system/run-program'
import type { SystemDatabases } from '@open-oms/system/start/database-roles'
import type { NatsPasswords } from '@open-oms/system/start/nats-authorization'
import { providerVariables } from '../tenant.ts'

export type AccountingTarget = {
  databases: SystemDatabases
  nats: { url: string }
  natsPasswords: NatsPasswords
  tenant: { configDir: string }
  providerUrl: string
}

/** Runs `oms accounting` against a system: its exit code, and what it printed. */
export async function runAccounting(
  target: AccountingTarget,
  args: readonly string[],
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, ['--conditions=development', omsProgram, 'accounting', ...args], {
    env: {
      ...process.env,
      OMS_PROFILE: 'local',
      ACCOUNTING_READ_DATABASE_URL: target.databases.databaseUrls['accounting-read'],
      NATS_URL: target.nats.url,
      NATS_USER: 'accounting-read',
      NATS_PASSWORD: target.natsPasswords['accounting-read'],
      OMS_CONFIG_DIR: target.tenant.configDir,
      [providerVariables.url]: target.providerUrl,
      [providerVariables.secret]: 'unused',
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  return { code, output }
}
