// Shared process: a started system.
import { requestToken } from '@open-oms/system/rest-client'
import t from 'tap'
import { type StartedSystem, startedSystem } from '../../testing/started-system.ts'

const ORDERS = 20

async function failedOrders({ client }: StartedSystem): Promise<void> {
  for (let number = 1; number <= ORDERS; number++) {
    const id = `bulk-${number}`
    const authorised = { amount: 125, paymentMethodName: 'Card', transactionId: `auth-${id}`, transactionType: 'Authorization' }
    const lineItems = [{ lineItemId: '1', code: 'CUP', displayName: 'Cup', quantity: 1, placedPrice: 125, taxRate: 25 }]
    const orderForm = { lineItems, payments: [{ ...authorised, status: 'Processed' }] }
    await client.call('POST', '/api/Orders', {
      body: { id, storeId: 'Oslo-01', marketId: 'NOR', orderType: 'Online', status: 'New', orderForm },
    })
    await client.call('POST', `/api/Orders/${id}/UpdateStatus`, { body: { status: 'Completed' } })
  }
}

t.test(
  'given captures that a provider declined, when they are worked off together, then each is found, explained and retried',
  async (t) => {
    const started = await startedSystem()
    const { provider, system } = started
    // One for all calls: the gateway limits how many an address gets in a minute, and other files
    // get theirs from the same system.
    const OMS_TOKEN = await requestToken(system.gatewayUrl, { clientId: 'demo', clientSecret: 'demo-secret' })
    const oms = (args: readonly string[]) => started.oms(args, { OMS_TOKEN })
    provider.declines = true
    t.teardown(() => {
      provider.declines = false
    })
    const capturedBefore = provider.captured
    await failedOrders(started)
    const chosen = ['--step', 'CapturePayments', '--state', 'Aborted']

    t.test('when they are looked for, then list, why and doctor name them, and the doctor ends with 1', async (t) => {
      const { totalHits, result } = JSON.parse((await oms(['runs', 'list', ...chosen, '--json'])).stdout)
      t.equal(totalHits, ORDERS)
      t.match(result[0], { orderId: 'bulk-1', step: 'CapturePayments' })
      t.match((await oms(['runs', 'list', '--counts'])).stdout, new RegExp(`States +Aborted +${ORDERS}`))
      t.match((await oms(['order', 'why', 'bulk-1'])).stdout, /> Retry.*POST \/api\/Orders\/bulk-1/s)
      t.match(await oms(['doctor']), { code: 1, stdout: /ACT +workflow: 20 workflow runs have failed.*oms runs retry --all/s })
    })

    t.test('when nobody can be asked, then bulk work needs --yes and nothing is done without it', async (t) => {
      t.match(await oms(['runs', 'retry', ...chosen]), { code: 2, stderr: /Retry 20 runs at http.*give --yes/ })
      t.equal(JSON.parse((await oms(['jobs', 'list', '--json'])).stdout).length, 0)
    })

    t.test(
      'when they are retried while the provider still declines, then it ends with 1 and names each with its reason',
      async (t) => {
        const { code, stdout } = await oms(['runs', 'retry', ...chosen, '--yes', '--json'])
        t.equal(code, 1)
        const { total, succeeded, others } = JSON.parse(stdout)
        t.match([total, succeeded, others.length], [ORDERS, 0, ORDERS])
        t.match(await oms(['order', 'retry', 'bulk-1']), { code: 1, stdout: /failed again.*CapturePayments: Error/s })
      },
    )

    t.test(
      'when the provider accepts and one and then all are retried, then all succeed, nothing is captured twice',
      async (t) => {
        provider.declines = false
        t.match(await oms(['order', 'retry', 'bulk-1']), { code: 0, stdout: /continued.*CapturePayments: Success/s })
        const made = await oms(['runs', 'retry', '--all', '--note', 'provider is back', '--yes', '--no-wait', '--json'])
        const { id } = JSON.parse(made.stdout)
        const shown = await oms(['jobs', 'show', id, '--wait'])
        t.match(shown, { code: 0, stdout: new RegExp(`${ORDERS - 1} of ${ORDERS - 1} succeeded`), stderr: '' })
        t.match((await oms(['jobs', 'list'])).stdout, /RetryRuns +Finished.*provider is back/)
        t.match(await oms(['jobs', 'cancel', id]), { code: 0, stdout: /Finished/ })
        t.match(await oms(['jobs', 'show', 'nobody']), { code: 1, stderr: /NotFound/ })
        t.match(await oms(['runs', 'list']), { code: 0, stdout: 'There are no such runs.\n' })
        t.equal(provider.captured - capturedBefore, ORDERS)
        t.match(await oms(['doctor']), { code: 0 }, 'nobody must look at anything')
      },
    )
  },
)
