import t from 'tap'
import { testGateway } from '../../testing/test-gateway.ts'

t.test('given recorded calls, when the OpenAPI document is fetched, then operations have their values and bodies', async (t) => {
  const { app } = await testGateway(t)
  const { paths, components } = (await app.inject('/openapi.json')).json()
  const { post } = paths['/api/Orders']
  const recorded = (content: Record<string, { examples?: { recorded: { value: object } } }>) =>
    content['application/json']?.examples?.recorded.value
  t.match(recorded(post.requestBody.content), { id: 'K-1', storeId: 'Oslo-01', customerName: 'Kari Hansen' })
  t.match(recorded(post.responses['201'].content), { id: 'K-1', orderForm: { total: 250 } })
  const [orderId] = paths['/api/Orders/{orderId}'].get.parameters
  t.match(orderId, { name: 'orderId', example: 'K-1' })
  for (const status of ['400', '404', '409', '412'])
    t.match(
      recorded(components.responses[`Error${status}`].content),
      { error: String, message: String },
      `the first of ${status}`,
    )
})
