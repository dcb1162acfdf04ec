import t from 'tap'
import { startedSystem } from '../../testing/started-system.ts'

t.test('given a running system', async (t) => {
  const { client, oms, remotely } = await startedSystem(t)
  const order = {
    id: 'cli-1',
    storeId: 'Oslo-01',
    marketId: 'NOR',
    orderType: 'Online',
    status: 'New',
    orderForm: { lineItems: [{ lineItemId: '1', code: 'CUP', displayName: 'Cup', quantity: 2, placedPrice: 125, taxRate: 25 }] },
  }
  await client.call('POST', '/api/Orders', { body: order })

  t.test('given an order, when it is shown here and remotely, then both show it, as text and as JSON', async (t) => {
    const here = await oms(['order', 'show', 'cli-1'])
    t.equal(here.code, 0, here.stderr)
    t.match(here.stdout, /Order +cli-1.*LINE +CODE.*CUP +Cup +2/s)
    const remote = await remotely(['order', 'show', 'cli-1', '--json'])
    t.equal(remote.stderr, '')
    t.match(JSON.parse(remote.stdout), { id: 'cli-1', storeId: 'Oslo-01' })
  })

  t.test('given an id that nobody has, when it is shown, then it ends with 1, the code of the API and what to do', async (t) => {
    const { code, stdout, stderr } = await oms(['order', 'show', 'no/such order'])
    t.equal(code, 1)
    t.equal(stdout, '')
    t.match(stderr, /no\/such order.*Check the id.*NotFound, trace id/s)
  })

  t.test('given a wrong secret or token, when a command is run, then it ends with 5 and names what to check', async (t) => {
    const secret = await remotely(['order', 'show', 'cli-1'], { environment: { OMS_CLIENT_SECRET: 'wrong' } })
    t.match(secret, { code: 5, stderr: /InvalidCredentials/ })
    const token = await remotely(['order', 'show', 'cli-1'], {
      environment: { OMS_TOKEN: 'nonsense', OMS_CLIENT_ID: '', OMS_CLIENT_SECRET: '' },
    })
    t.match(token, { code: 5, stderr: /Unauthorized.*/s })
  })
})
