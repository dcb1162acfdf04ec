// Own process: it starts the whole system.
import t from 'tap'
import { runTool } from './run-tool.ts'
import { anySystem } from './system-under-test.ts'

t.test('the whole path from products over orders, captures and a refund to the ledger', async (t) => {
  const { dataDir, system } = await anySystem(t)

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

  await t.test('the postings can be built again from the events', async (t) => {
    const into = new URL(system.adminUrls['accounting-read'])
    into.pathname = '/rebuilt'
    const { code, output } = await runTool('accounting.ts', ['rebuild-projection', '--into', into.href], dataDir)
    t.equal(code, 0, output)
    t.match(output, /[1-9]\d* events replayed, [1-9]\d* postings compared, 0 differ\./)
  })

  await t.test('no event was given up', async (t) => {
    const { code, output } = await runTool('events.ts', ['dead-letters', 'list'], dataDir)
    t.equal(code, 0)
    t.match(output, /no dead letters/i)
  })
})
