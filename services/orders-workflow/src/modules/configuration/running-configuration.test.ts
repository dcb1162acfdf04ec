import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tenantConfigFiles } from '@open-oms/contracts/config/tenant-config'
import { readConfigContent } from '@open-oms/service-kit/config/load-tenant-config'
import t from 'tap'
import { testOrders } from '../../testing/test-orders.ts'

const directory = join(import.meta.dirname, '../../../../../config')
const content = await readConfigContent({ directory, files: tenantConfigFiles })
const [client, ...others] = JSON.parse(content.texts['api-clients.json'] as string).apiClients
const secretHash = `scrypt$16384$8$1$${'A'.repeat(22)}$${'A'.repeat(43)}`
// As before hashes had a file of their own.
const apiClients = [
  { ...client, secretHash },
  { ...client, clientId: 'other', secretHash: `${secretHash}x`, previousSecretHash: secretHash },
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
    const steps: { names: string[] }[] = body.steps
    t.match(
      steps.find(({ names }) => names.includes('BookShipment')),
      { does: /^Books the shipments/, connectorKinds: ['shipping'], properties: { length: 0 } },
    )
    t.equal(body.files['connectors.json'].connectors[0].url, 'https://***@pay.example/v1?a=b@c')
  },
)

t.test('given the sample, when a service reads its configuration, then no hash is in it', async (t) => {
  t.match(await readFile(join(directory, 'credentials.json'), 'utf8'), /scrypt\$/)
  t.notOk('credentials.json' in content.texts)
  for (const [file, text] of Object.entries(content.texts)) t.notMatch(text, /scrypt\$/, file)
})

t.test('given a client of one store, when it asks for the configuration, a check or counts, then it is refused', async (t) => {
  for (const url of ['/api/Configuration', '/api/Configuration/Check', '/api/Configuration/InFlight'])
    t.match(await test.send({ url, as: { storeIds: ['Oslo-01'] } }), { status: 403, body: { error: 'Forbidden' } })
})
