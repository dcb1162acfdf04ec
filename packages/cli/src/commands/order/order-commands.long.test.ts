// Shared process: a started system.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { startedSystem } from '../../testing/started-system.ts'

function buildOrder(id: string) {
  return {
    id,
    storeId: 'Oslo-01',
    marketId: 'NOR',
    orderType: 'Online',
    status: 'New',
    orderForm: { lineItems: [{ lineItemId: '1', code: 'CUP', displayName: 'Cup', quantity: 2, placedPrice: 125, taxRate: 25 }] },
  }
}

t.test('given a running system, when orders, runs and templates are operated, then each command does what it says', async (t) => {
  const { client, oms, remotely } = await startedSystem()
  await client.call('POST', '/api/Orders', { body: buildOrder('cli-1') })

  t.test('given an order, when it is shown here and remotely, then both show it, as text and as JSON', async (t) => {
    const here = await oms(['order', 'show', 'cli-1'])
    t.equal(here.code, 0, here.stderr)
    t.match(here.stdout, /Order +cli-1.*LINE +CODE.*CUP +Cup +2/s)
    const remote = await remotely(['order', 'show', 'cli-1', '--json'])
    t.equal(remote.stderr, '')
    t.match(JSON.parse(remote.stdout), { id: 'cli-1', storeId: 'Oslo-01' })
  })

  t.test('given a client that has got a token, when clients are listed, then that says when', async (t) => {
    const lastTokens = async () => {
      const { clients } = JSON.parse((await remotely(['client', 'list', '--json'])).stdout)
      return Object.fromEntries(
        clients.map((one: { clientId: string; lastToken: string | null }) => [one.clientId, one.lastToken]),
      )
    }
    // Records have their place in the log about a second later.
    let tokens = await lastTokens()
    for (let tries = 0; tries < 20 && tokens.demo === null; tries++) tokens = await lastTokens()
    t.match(tokens, { demo: /^20/, 'demo-products': null })
    t.match(await remotely(['client', 'list']), { code: 0, stdout: /demo-products .* never/ })
  })

  t.test('given order numbers, when orders are shown by them, then one is found, and several are named', async (t) => {
    for (const [id, orderNumber] of [
      ['cli-n1', 'N-1'],
      ['cli-n2', 'N-2'],
      ['cli-n3', 'N-2'],
    ] as const)
      t.equal((await client.call('POST', '/api/Orders', { body: { ...buildOrder(id), orderNumber } })).status, 201)
    t.match(JSON.parse((await oms(['order', 'show', 'N-1', '--json'])).stdout), { id: 'cli-n1' })
    t.match(await oms(['order', 'show', 'N-2']), { code: 2, stderr: /2 orders have the number N-2: cli-n3, cli-n2/ })
    t.match(JSON.parse((await oms(['order', 'why', 'cli-n2', '--json'])).stdout), { orderId: 'cli-n2' })
  })

  t.test(
    'given an order that is not paid, when it is explained, then each reason says what can be done by which call',
    async (t) => {
      const { code, stdout } = await oms(['order', 'why', 'cli-1'])
      t.equal(code, 0)
      t.match(
        stdout,
        /Order cli-1, status New.*NOK [\d.,]+ of NOK [\d.,]+ is unpaid\. \(PaymentMissing.*> Record payment\n +POST \/api\/Orders\/cli-1\/AddPayments/s,
      )
      const line = JSON.parse((await oms(['order', 'why', 'cli-1', '--line', '1', '--json'])).stdout)
      t.match(line, { orderId: 'cli-1', about: { kind: 'Line', id: '1' } })
    },
  )

  t.test('given an order, when it is held, then it shows the hold, and release ends it once', async (t) => {
    t.match(await oms(['order', 'hold', 'cli-1', '--reason', 'FraudCheck', '--until', '2d', '--note', 'call']), { code: 0 })
    t.match((await oms(['order', 'show', 'cli-1'])).stdout, /HOLD +REASON.*FraudCheck.*call/s)
    t.match(await oms(['order', 'release', 'cli-1', '--hold', 'nothing']), { code: 1, stderr: /no open hold "nothing"/ })
    await oms(['order', 'hold', 'cli-1', '--reason', 'Second'])
    t.match(await oms(['order', 'release', 'cli-1']), { code: 2, stderr: /has 2 holds.*--hold ID, or --all/ })
    const released = await oms(['order', 'release', 'cli-1', '--all', '--json'])
    t.match(JSON.parse(released.stdout), { released: [{ reasonCode: 'FraudCheck' }, { reasonCode: 'Second' }] })
    t.match(await oms(['order', 'release', 'cli-1']), { code: 0, stdout: /is not held/ })
    t.match(await oms(['order', 'hold', 'cli-1', '--reason', 'a b']), { code: 1, stderr: /ValidationFailed/ })
  })

  t.test(
    'given what has happened, when the timeline is read, then it is complete, or the first part with where it continues',
    async (t) => {
      const all = JSON.parse((await oms(['order', 'timeline', 'cli-1', '--json'])).stdout)
      t.ok(all.result.length > 3)
      const first = await oms(['order', 'timeline', 'cli-1', '--json', '--take', '2'])
      const { result, next } = JSON.parse(first.stdout)
      t.same(result, all.result.slice(0, 2))
      t.match(first.stderr, `--after ${next}`)
      const rest = JSON.parse((await oms(['order', 'timeline', 'cli-1', '--json', '--after', next])).stdout)
      t.same(rest.result, all.result.slice(2))
    },
  )

  t.test('given nothing that failed, when an order is retried, then it says so and ends with 0', async (t) => {
    t.match(await oms(['order', 'retry', 'cli-1']), { code: 0, stdout: /has no run that failed/ })
  })

  t.test('given an id that nobody has, when it is shown, then it ends with 1, the code of the API and what to do', async (t) => {
    const { code, stdout, stderr } = await oms(['order', 'show', 'no/such order'])
    t.equal(code, 1)
    t.equal(stdout, '')
    t.match(stderr, /no\/such order.*Check the id.*NotFound, trace id/s)
  })

  t.test('given a wrong secret or token, when a command is run, then it ends with 5 and names what to check', async (t) => {
    const secret = await remotely(['order', 'show', 'cli-1'], { OMS_CLIENT_SECRET: 'wrong' })
    t.match(secret, { code: 5, stderr: /Check the client id and secret.*InvalidCredentials/s })
    const none = { OMS_CLIENT_ID: '', OMS_CLIENT_SECRET: '' }
    const token = await remotely(['order', 'show', 'cli-1'], { ...none, OMS_TOKEN: 'nonsense' })
    t.match(token, { code: 5, stderr: /Unauthorized/ })
    t.match(await remotely(['order', 'show', 'cli-1'], none), { code: 5, stderr: /OMS_TOKEN/ })
  })

  t.test('given finished runs, when runs are listed and counted, then both agree, over several pages too', async (t) => {
    for (const id of ['cli-2', 'cli-3']) await client.call('POST', '/api/Orders', { body: buildOrder(id) })
    const finished = ['runs', 'list', '--state', 'Finished', '--since', '1h', '--json']
    const all = JSON.parse((await oms(finished)).stdout)
    t.ok(all.totalHits >= 3)
    t.equal(all.result.length, all.totalHits)
    t.equal(JSON.parse((await oms([...finished, '--take', '1'])).stdout).result.length, 1)
    const { facets } = JSON.parse((await oms([...finished, '--counts'])).stdout)
    const states = facets.find((group: { facetType: string }) => group.facetType === 'States')
    t.match(states.facets, [{ value: 'Finished', count: all.totalHits }])
    t.match(await oms(['runs', 'list']), { code: 0, stdout: 'There are no such runs.\n' })
    t.match(await oms(['runs', 'list', '--state', 'Lost']), { code: 2, stderr: /Allowed choices/ })
  })

  t.test('given bulk work without saying which, when it is asked for, then it is refused and nothing is done', async (t) => {
    t.match(await oms(['runs', 'retry']), { code: 2, stderr: /Which runs\?/ })
    t.match(await oms(['runs', 'retry', 'a', '--all']), { code: 2, stderr: /not both/ })
    t.match(await oms(['runs', 'retry', '--all']), { code: 0, stdout: /no such runs/ })
  })

  t.test('given templates, when they are previewed, then faults end with 1', async (t) => {
    const shipped = await oms(['template', 'list', '--name', 'order-confirmation'])
    t.match(shipped, { code: 0, stdout: /order-confirmation +en +html +Tenant +templates\/order-confirmation\/en\.html\.liquid/ })
    t.match(
      (await oms(['template', 'list', '--name', 'order-confirmation', '--text'])).stdout,
      /--- templates\/order-confirmation\/en\.text\.liquid\n.*customer/s,
    )
    t.match(await oms(['template', 'check']), { code: 0, stdout: 'Nothing is wrong.\n' })
    const folder = t.testdir({
      templates: { shipped: { 'en.text.liquid': 'Dear {{ customer.nam }}', 'en.subject.liquid': 'Off' } },
    })
    const faults = await oms(['template', 'check', '--config', folder, '--json'])
    t.equal(faults.code, 1)
    t.match(JSON.parse(faults.stdout).problems, [{ file: 'templates/shipped/en.text.liquid', reason: /nam/ }])
    t.match(await oms(['template', 'check', '--config', join(folder, 'none')]), { code: 2, stderr: /no templates in/ })
    t.match(await oms(['template', 'preview', 'shipped', '--config', folder]), { code: 1, stdout: /en\.text\.liquid.*nam/ })
    const preview = await remotely([
      'template',
      'preview',
      'shipped',
      '--order',
      'cli-1',
      '--market',
      'GBR',
      '--write',
      join(folder, 'out'),
    ])
    t.match(preview, { code: 0, stdout: /Subject: .*cli-1/, stderr: /Written: .*shipped\.html/ })
    t.match(readFileSync(join(folder, 'out/shipped.html'), 'utf8'), /<html/i)
    await oms(['template', 'preview', 'invoice', '--order', 'cli-1', '--write', join(folder, 'out')])
    t.match(readFileSync(join(folder, 'out/invoice.pdf')).subarray(0, 5).toString(), '%PDF-')
    t.match(await oms(['template', 'preview', 'nothing']), { code: 1, stderr: /TemplateNotFound/ })
  })
})
