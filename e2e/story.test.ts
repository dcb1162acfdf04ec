// Shared process: a started system.
import t from 'tap'
import { testLostResponse, testRecipes } from './client-recipes.ts'
import { testReadIsSent } from './read-and-sent.ts'
import { runOms, runTool } from './run-tool.ts'
import { anySystem } from './shared-system.ts'

t.test('given a new system, when products, orders, captures and a refund are made, then the ledger has them', async (t) => {
  const { dataDir, system } = await anySystem()

  await t.test('given a new system, when the demo runs twice on one day, then everything adds up', async (t) => {
    for (const time of ['first', 'second']) {
      const { code, output } = await runTool('demo.ts', ['--orders', '40'], dataDir)
      if (code !== 0) t.comment(output)
      t.equal(code, 0, `the ${time} time`)
      t.match(output, /Everything adds up\./)
      t.match(output, time === 'first' ? /40 orders made, 0 are there/ : /0 orders made, 40 are there/)
      t.match(output, /NOK: the ledger has the money of the orders|NOK: orders of others/)
    }
  })

  await t.test('given a built posting, when it is built again, then it is unchanged', async (t) => {
    const date = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Oslo' }).format(new Date())
    const { code, output } = await runOms(['accounting', 'build', '--date', date, '--store', 'Oslo-01'], dataDir)
    t.equal(code, 0)
    t.match(output, /unchanged/)
  })

  await t.test('given the kept events, when postings are rebuilt in an empty database, then none differs', async (t) => {
    const into = new URL(system.adminUrls['accounting-read'])
    into.pathname = '/rebuilt'
    const { code, output } = await runOms(['accounting', 'rebuild-projection', '--into', into.href], dataDir)
    t.equal(code, 0, output)
    t.match(output, /[1-9]\d* events replayed, [1-9]\d* postings compared, 0 differ\./)
  })

  const { OMS_CLIENT_ID: clientId = 'demo', OMS_CLIENT_SECRET: clientSecret = 'demo-secret' } = process.env
  await t.test("given the recipes of the client's README, when they run, then each does what it says", (t) =>
    testRecipes(t, system.gatewayUrl, { clientId, clientSecret }),
  )

  await t.test('given a response that is lost, when the client creates an order, then exactly one exists', (t) =>
    testLostResponse(t, system.gatewayUrl, { clientId, clientSecret }),
  )

  await t.test('given the events of the story, when dead letters are listed, then there are none', async (t) => {
    const { code, output } = await runOms(['events', 'dead-letters', 'list'], dataDir)
    t.equal(code, 0)
    t.match(output, /no dead letters/i)
  })

  await t.test('given the types of the document, when a client reads something, then it can send it', (t) =>
    testReadIsSent(t, system.gatewayUrl, { clientId, clientSecret }),
  )
})
