import { Value } from '@sinclair/typebox/value'
import t from 'tap'
import {
  ConsolePlaces,
  findButtonConnectorProblems,
  findButtonStatusProblems,
  findConsolePlaceProblems,
} from './console-places.ts'
import { filledUrl, findUrlFault, pagePlaceholders, templateOrigin } from './url-template.ts'

const label = { en: 'Loyalty' }
const places = (given: object) => Value.Default(ConsolePlaces, given) as ConsolePlaces
const link = (url: string, page = 'order') => places({ links: [{ label, page, url }] })

t.test('given addresses of links and panels, when they are checked, then each mistake is named', async (t) => {
  for (const url of [
    'https://crm.example.com/{customerId}',
    'https://crm.example.com/?q={email}&n={orderNumber}',
    'https://crm.example.com',
    'http://localhost:8081/x/{orderId}',
    'http://127.0.0.1:8081/',
    'http://[::1]/a',
  ])
    t.same(findConsolePlaceProblems(link(url)), [], url)
  const wrong: [string, RegExp][] = [
    ['http://crm.example.com/', /not https/],
    ['javascript:alert(1)//{orderId}', /not https/],
    ['data:text/html,x', /not https/],
    ['crm.example.com/{orderId}', /not an address/],
    ['https://crm.example.com/\\evil', /not an address/],
    ['https://crm.example.com/a b', /not an address/],
    ['https://{orderId}.example.com/', /placeholder in its host/],
    ['https://crm.example.com{orderId}', /placeholder in its host/],
    ['https://crm.example.com:{orderId}/', /not an address|placeholder in its host/],
    ['https://crm.example.com?x={orderId}', /placeholder in its host/],
    ['https://user:word@crm.example.com/', /a name or a password/],
    ['https://crm.example.com/{secretKey}', /"\{secretKey\}" is no placeholder/],
    ['https://crm.example.com/{productId}', /is no placeholder/],
  ]
  for (const [url, reason] of wrong) t.match(findConsolePlaceProblems(link(url)), [{ path: 'links[0].url', reason }], url)
  t.same(findUrlFault('https://a.example/{productId}', pagePlaceholders.product), null)
})

t.test(
  'given ids that are there twice, unknown connectors and statuses, when they are checked, then they are named',
  async (t) => {
    const panel = { id: 'loyalty', label, page: 'order', url: 'https://a.example/' }
    const button = { id: 'credit', label, connector: 'credit', statuses: ['New', 'Gone'] }
    const given = places({ panels: [panel, panel], buttons: [button, button] })
    t.ok(Value.Check(ConsolePlaces, given))
    t.match(findConsolePlaceProblems(given), [{ path: 'panels[1].id' }, { path: 'buttons[1].id' }])
    t.match(findButtonConnectorProblems(given, [{ kind: 'webhook', name: 'credit' }] as never), [
      { path: 'buttons[0].connector', reason: '"credit" is not the name of a connector of kind ask' },
      { path: 'buttons[1].connector' },
    ])
    t.match(findButtonStatusProblems(given, [{ orderStatuses: [{ name: 'New' }] }] as never), [
      { path: 'buttons[0].statuses[1]' },
      { path: 'buttons[1].statuses[1]' },
    ])
  },
)

t.test('given panels that want to write or to search, when they are read, then they are refused', async (t) => {
  const reads = (operation: string) =>
    places({ panels: [{ id: 'a', label, page: 'order', url: 'https://a.example/', reads: [operation] }] })
  t.ok(Value.Check(ConsolePlaces, reads('getOrder')))
  t.same(findConsolePlaceProblems(reads('getOrder')), [])
  t.match(findConsolePlaceProblems(reads('getCustomer')), [{ path: 'panels[0].reads[0]', reason: /seesPersonalData/ }])
  for (const operation of ['updateStatus', 'searchOrders', 'exportOrders', 'getOrders'])
    t.notOk(Value.Check(ConsolePlaces, reads(operation)))
})

t.test('given values, when they are put into an address, then each stays one part of it', async (t) => {
  const template = 'https://crm.example.com/orders/{orderId}?mail={email}#x'
  t.equal(
    filledUrl(template, { orderId: 'a/b?c#d&e=%20', email: 'kari+x@example.com' }),
    'https://crm.example.com/orders/a%2Fb%3Fc%23d%26e%3D%2520?mail=kari%2Bx%40example.com#x',
  )
  for (const orderId of ['', null, '.', '..', '\ud800']) t.equal(filledUrl(template, { orderId, email: 'a@b.no' }), null)
  t.equal(filledUrl(template, { orderId: '1' }), null, 'a value that the page does not have')
  t.equal(templateOrigin(template), 'https://crm.example.com')
})
