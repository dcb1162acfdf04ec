import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { optionsFromEnvironment } from './system-options.ts'

const folder = mkdtempSync(join(tmpdir(), 'oms-options-'))
t.teardown(() => rmSync(folder, { recursive: true, force: true }))

function fileWith(content: string): string {
  const file = join(folder, content.replaceAll(/[^a-z]/g, ''))
  writeFileSync(file, `${content}\n`)
  return file
}

t.test('given secrets in files, when the options of the start are read, then they are those of the files', async (t) => {
  const options = optionsFromEnvironment({
    DATABASE_URL_FILE: fileWith('postgres://server'),
    ORDERS_WORKFLOW_DATABASE_URL_FILE: fileWith('postgres://orders'),
    ORDERS_WORKFLOW_MIGRATION_DATABASE_URL_FILE: fileWith('postgres://owner'),
    CATALOG_ASSETS_DATABASE_URL: 'postgres://catalog',
    NATS_URL_FILE: fileWith('nats://server'),
    NATS_PASSWORD_FILE: fileWith('hunter'),
  })
  t.match(options, {
    databaseServerUrl: 'postgres://server',
    databaseUrls: { 'orders-workflow': 'postgres://orders', 'catalog-assets': 'postgres://catalog' },
    migrationUrls: { 'orders-workflow': 'postgres://owner' },
    natsUrl: 'nats://server',
  })
  t.match(optionsFromEnvironment({ DATABASE_URL: '', NATS_USER: '' }), { databaseServerUrl: null, natsUrl: null })
})

t.test(
  'given variables that cannot be used, when the options of the start are read, then one clear message says so',
  async (t) => {
    const cases = [
      [{ DATABASE_URL_FILE: join(folder, 'none') }, 'DATABASE_URL_FILE names a file that cannot be read (ENOENT).'],
      [
        { NATS_URL: 'nats://a', NATS_URL_FILE: fileWith('nats://a') },
        'NATS_URL and NATS_URL_FILE are both set: leave one of them out.',
      ],
      [
        { NATS_USER: 'me', NATS_PASSWORD_FILE: fileWith('hunter') },
        'NATS_USER and NATS_PASSWORD_FILE would have no effect without NATS_URL: set the address of the server, or leave it out.',
      ],
      [
        { NATS_URL_FILE: fileWith('no address') },
        'NATS_URL cannot be used: it does not have the right form, or names a file that cannot be read.',
      ],
      [
        { NATS_URL: 'tls://server', NATS_TLS_KEY_FILE: join(folder, 'none') },
        'NATS_TLS_KEY_FILE names a file that cannot be read (ENOENT).',
      ],
    ] as const
    for (const [environment, message] of cases)
      t.throws(() => optionsFromEnvironment(environment), { name: 'StartError', message })
  },
)
