import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import t from 'tap'
import { loadEnvironment } from './load-environment.ts'
import { changingSecret, readSecret, secretNow } from './secret-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'oms-secrets-'))
t.teardown(() => rmSync(folder, { recursive: true, force: true }))

function fileWith(content: string): string {
  const file = join(folder, 'secret')
  writeFileSync(file, content)
  return file
}

const Environment = Type.Object({
  SMTP_PASSWORD: Type.Optional(Type.String({ description: 'Password.', secret: true, pattern: '^[a-z0-9 ]+$' })),
  REGION: Type.String({ description: 'No secret.', default: 'north' }),
})

t.test(
  'given a file of a secret, when the environment is loaded, then the value is its content without the last ends of lines',
  async (t) => {
    for (const [content, value] of [
      ['hunter2', 'hunter2'],
      ['hunter2\n', 'hunter2'],
      ['hunter2\r\n', 'hunter2'],
      [' hunter 2 \n\n', ' hunter 2 '],
    ] as const)
      t.same(loadEnvironment(Environment, { SMTP_PASSWORD_FILE: fileWith(content) }), { SMTP_PASSWORD: value, REGION: 'north' })
    t.same(loadEnvironment(Environment, { SMTP_PASSWORD_FILE: '' }), { REGION: 'north' }, 'an empty variable is left out')
  },
)

t.test(
  'given a file that cannot be used, when the environment is loaded, then the error names the variable and nothing of the secret',
  async (t) => {
    const cases = [
      [
        { SMTP_PASSWORD: 'hunter2', SMTP_PASSWORD_FILE: fileWith('hunter2') },
        'SMTP_PASSWORD and SMTP_PASSWORD_FILE are both set',
      ],
      [{ SMTP_PASSWORD_FILE: 'hunter2' }, 'SMTP_PASSWORD_FILE names a file that cannot be read (ENOENT)'],
      [{ SMTP_PASSWORD_FILE: folder }, 'SMTP_PASSWORD_FILE names a file that cannot be read (EISDIR)'],
    ] as const
    const loadMessage = (source: Record<string, string>) => {
      try {
        return JSON.stringify(loadEnvironment(Environment, source))
      } catch (error) {
        return (error as Error).message
      }
    }
    for (const [source, message] of cases) {
      t.match(loadMessage(source), message)
      t.notMatch(loadMessage(source), 'hunter2')
    }
    t.match(loadMessage({ SMTP_PASSWORD_FILE: fileWith('\n') }), 'SMTP_PASSWORD_FILE names an empty file')
    t.match(loadMessage({ SMTP_PASSWORD_FILE: fileWith('HUNTER2') }), 'SMTP_PASSWORD must be text')
    t.notMatch(loadMessage({ SMTP_PASSWORD_FILE: fileWith('HUNTER2') }), 'HUNTER2')
  },
)

t.test('given a variable that is no secret, when a file is named for it, then the file is not read', async (t) => {
  t.same(loadEnvironment(Environment, { REGION_FILE: fileWith('south') }), { REGION: 'north' })
})

t.test('given a file that is replaced, when the secret is asked for again, then it is the new one', async (t) => {
  const source = { SMTP_PASSWORD_FILE: fileWith('one\n') }
  const secret = changingSecret('SMTP_PASSWORD', readSecret('SMTP_PASSWORD', source) ?? '', { source })
  t.equal(secretNow(secret), 'one')
  fileWith('two\n')
  t.equal(secretNow(secret), 'two')
  fileWith('')
  t.equal(secretNow(secret), 'two', 'an empty file is one that is being written')
  rmSync(source.SMTP_PASSWORD_FILE)
  t.equal(secretNow(secret), 'two')
  fileWith('three')
  t.equal(secretNow(secret), 'three')
})

t.test('given a secret without a file, when it is asked for again, then it is that of the start', async (t) => {
  t.equal(changingSecret('SMTP_PASSWORD', 'one', { source: { SMTP_PASSWORD: 'one' } }), 'one')
})

t.test('given a file that gets content of another form, when the secret is asked for, then the one before counts', async (t) => {
  const source = { SMTP_PASSWORD_FILE: fileWith('one') }
  const records: string[] = []
  const log = { error: (...record: unknown[]) => void records.push(JSON.stringify(record)) }
  const secret = changingSecret('SMTP_PASSWORD', 'one', { source, isUsable: (text) => /^[a-z]+$/.test(text), log })
  for (const [content, value, logged] of [
    ['hunter2', 'one', 1],
    ['hunter2', 'one', 1],
    ['two', 'two', 1],
    ['hunter2', 'two', 2],
  ] as const) {
    fileWith(content)
    t.equal(secretNow(secret), value)
    t.equal(records.length, logged, 'said once')
  }
  t.match(records[0], 'SMTP_PASSWORD_FILE')
  t.notMatch(records.join(), 'hunter2')
})

t.test('given a first value of another form, when it is taken, then the error names the variable alone', async (t) => {
  const isUsable = () => false
  t.throws(() => changingSecret('SMTP_PASSWORD', 'hunter2', { isUsable }), { message: /^SMTP_PASSWORD cannot be used: [^2]*$/ })
})
