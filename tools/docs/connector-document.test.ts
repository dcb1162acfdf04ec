import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import t from 'tap'
import { connectorDocument } from './connector-document.ts'

t.test('given the document of the protocols, when the requests of its page are read, then they keep to it', async (t) => {
  const document = connectorDocument()
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'connectors', ...document })
  const isRequest = (path: string) =>
    ajv.compile({ $ref: `connectors#/paths/~1${path}/post/requestBody/content/application~1json/schema` })
  const isAnswer = (path: string) =>
    ajv.compile({ $ref: `connectors#/paths/~1${path}/post/responses/200/content/application~1json/schema` })
  const authorization = { transactionId: 'auth-1', authorizationCode: null }
  const order = { orderId: 'O-100001', amount: 498.9, currency: 'NOK', paymentMethodName: 'Card' }
  const capture = { operation: 'capture', ...order, authorization, capture: null }
  t.equal(isRequest('payment')(capture), true)
  t.equal(isRequest('payment')({ ...capture, operation: 'refund' }), false)
  t.equal(isRequest('payment')({ ...capture, currency: 'kr' }), false)
  t.equal(isAnswer('payment')({ status: 'done', transactionId: 'tx-1' }), true)
  t.equal(isAnswer('payment')({ status: 'done' }), false)
  t.equal(isAnswer('payment')({ status: 'pending' }), true)
  t.equal(isAnswer('shipping')({ status: 'done', trackingNumber: '370707070000000017' }), true)
  t.equal(isAnswer('shipping')({ status: 'done', trackingNumber: 'T', labelLink: 'file:///etc/passwd' }), false)
  t.equal(isRequest('sms')({ id: '1', from: null, to: '+4790000000', text: 'Hi' }), true)
})
