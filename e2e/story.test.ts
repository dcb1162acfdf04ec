import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import t from 'tap'
import { systemUnderTest } from './system-under-test.ts'

async function runTool(file: string, args: readonly string[], dataDir: string): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, ['--conditions=development', join(import.meta.dirname, '..', 'tools', file), ...args], {
    env: { ...process.env, OMS_DATA_DIR: dataDir },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  return { code, output }
}

t.test('the whole path from products over orders, captures and a refund to the ledger', async (t) => {
  const { dataDir } = await systemUnderTest(t)

  await t.test('adds up, and again on the same day over the first postings', async (t) => {
    for (const time of ['first', 'second']) {
      const { code, output } = await runTool('demo.ts', [], dataDir)
      if (code !== 0) t.comment(output)
      t.equal(code, 0, `the ${time} time`)
      t.match(output, /Everything adds up\./)
    }
  })

  await t.test('a posting is built once; building again changes nothing', async (t) => {
    const date = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Oslo' }).format(new Date())
    const { code, output } = await runTool('accounting.ts', ['build', '--date', date, '--store', 'Oslo-01'], dataDir)
    t.equal(code, 0)
    t.match(output, /unchanged/)
  })

  await t.test('no event was given up', async (t) => {
    const { code, output } = await runTool('events.ts', ['dead-letters', 'list'], dataDir)
    t.equal(code, 0)
    t.match(output, /no dead letters/i)
  })
})
