import { join } from 'node:path'
import t, { type Test } from 'tap'
import { requiredSecrets, serviceEnvironment } from './compose-file.ts'

const content = `
x-all: &all { LOG_LEVEL: info, ADDRESS: "\${ADDRESS:-http://gateway:8080}" }
services:
  orders:
    environment: { <<: *all, DATABASE_URL: "postgres://oms:\${DB_PASSWORD:?set it}@postgres/orders", SMTP_URL: "\${SMTP_URL:-}" }
`
const file = (t: Test) => join(t.testdir({ 'compose.yml': content }), 'compose.yml')

t.test('given a compose file, then every variable that it demands gets a value of its own', async (t) => {
  const secrets = requiredSecrets(file(t))
  t.same(Object.keys(secrets), ['DB_PASSWORD'])
  t.match(secrets.DB_PASSWORD, /^p[0-9a-f]{48}$/)
  t.not(requiredSecrets(file(t)).DB_PASSWORD, secrets.DB_PASSWORD)
})

t.test('given variables, then the environment of a service is read with them and with the defaults', async (t) => {
  const read = (variables: Record<string, string>) => serviceEnvironment(file(t), { service: 'orders', variables })
  t.same(read({ DB_PASSWORD: 'secret' }), {
    LOG_LEVEL: 'info',
    ADDRESS: 'http://gateway:8080',
    DATABASE_URL: 'postgres://oms:secret@postgres/orders',
    SMTP_URL: '',
  })
  t.equal(read({ ADDRESS: 'https://orders.example' }).ADDRESS, 'https://orders.example')
})
