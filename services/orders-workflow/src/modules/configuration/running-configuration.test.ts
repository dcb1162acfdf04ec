import { join } from 'node:path'
import { tenantConfigFiles } from '@oms/contracts/config/tenant-config'
import { readConfigContent } from '@oms/service-kit/config/load-tenant-config'
import t from 'tap'
import { testOrders } from '../../testing/test-orders.ts'

const directory = join(import.meta.dirname, '../../../../../config')
const content = await readConfigContent({ directory, files: tenantConfigFiles })
const [client, ...others] = JSON.parse(content.texts['api-clients.json'] as string).apiClients
const apiClients = [
  client,
  { ...client, clientId: 'other', secretHash: `${client.secretHash}x`, previousSecretHash: client.secretHash },
  ...others,
]
const connectors = [{ id: 'card', name: 'card', kind: 'payment', type: 'http', url: 'https://user:word@pay.example/v1?a=b@c' }]
const test = await testOrders(t, {
  configuration: () => ({
    hash: content.hash,
    texts: {
      ...content.texts,
      'api-clients.json': JSON.stringify({ apiClients }),
      'connectors.json': JSON.stringify({ connectors }),
    },
  }),
})

t.test(
  'given a configuration with secrets, when it is read, then it is what the files say with fingerprints of secrets',
  async (t) => {
    const { status, body, text } = await test.send({ url: '/api/Configuration' })
    t.equal(status, 200)
    t.equal(body.hash, content.hash)
    t.same(body.files['order-types.json'], JSON.parse(content.texts['order-types.json'] as string))
    const [first, second] = body.files['api-clients.json'].apiClients
    t.match(first.secretHash, /^sha256:[0-9a-f]{12}$/)
    t.equal(second.previousSecretHash, first.secretHash, 'the same secret has the same fingerprint')
    t.not(second.secretHash, first.secretHash)
    t.notMatch(text, /scrypt\$/)
    t.equal(body.files['connectors.json'].connectors[0].url, 'https://***@pay.example/v1?a=b@c')
  },
)

t.test('given a client of one store, when it asks for the configuration or for counts, then it is refused', async (t) => {
  for (const url of ['/api/Configuration', '/api/Configuration/InFlight'])
    t.match(await test.send({ url, as: { storeIds: ['Oslo-01'] } }), { status: 403, body: { error: 'Forbidden' } })
})

t.test(
  'given the sample tenant, when a reader of one store asks for the order types, then it is what the statuses are for, in their order',
  async (t) => {
    const as = { roles: ['OrderRead'], storeIds: ['Oslo-01'] }
    const { status, body, text } = await test.send({ url: '/api/Configuration/OrderTypes', as })
    t.equal(status, 200)
    const online = body.result.find(({ name }: { name: string }) => name === 'Online')
    t.match(online, { isDefault: true, mayBeEdited: true })
    t.match(online.statuses[0], { name: 'New', isDelivered: false, isCanceled: false, shipmentStatus: null })
    const named = (name: string) => online.statuses.find((one: { name: string }) => one.name === name)
    t.strictSame(named('PackedAndReady'), {
      name: 'PackedAndReady',
      displayName: 'Packed and ready',
      isMainFilter: false,
      condition: null,
      isInProgress: true,
      isPicked: true,
      isDelivered: false,
      isCanceled: false,
      shipmentStatus: null,
    })
    t.match(named('Completed'), { isDelivered: true })
    t.match(named('Cancelled'), { isCanceled: true })
    t.match(named('Shipped'), { condition: 'Delivery', shipmentStatus: 'Released' })
    t.notMatch(text, /workflowSteps|connector/i)
  },
)
