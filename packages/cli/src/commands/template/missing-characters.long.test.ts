// Shared process: a started system.
import t from 'tap'
import { order } from '../../testing/import-test.ts'
import { startedSystem } from '../../testing/started-system.ts'

const { system, client, logged, oms } = await startedSystem()
const orders = system.services['orders-workflow']

/** How many documents had characters that no font has. */
async function counted(): Promise<number> {
  const lines = (await (await fetch(`${orders.url}/metrics`)).text()).split('\n')
  const found = lines.filter((line) => line.startsWith('oms_documents_missing_characters_total'))
  return found.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

t.test('given a market whose script no font has, when the system starts, then its log warns of it', async (t) => {
  t.match(
    logged.filter((line) => line.includes('no font of the documents')),
    [/markets\.json: markets\[3\]\.language.*Japanese \(Jpan\).*documents\.fallbackFonts/],
  )
})

t.test('given a name that no font has, when its document is drawn, then it is logged and counted', async (t) => {
  for (const [id, customerName] of Object.entries({ 'font-1': 'Bl\u00e5b\u00e6r', 'font-2': '\u5c71\u7530' }))
    await client.call('POST', '/api/Orders/ImportMany', { body: [order(id, { id, customerName })] })
  const before = await counted()
  t.match(await oms(['template', 'preview', 'order-confirmation', '--order', 'font-1']), { code: 0 })
  t.equal(await counted(), before)
  t.match(await oms(['template', 'preview', 'order-confirmation', '--order', 'font-2']), { code: 0 })
  t.equal(await counted(), before + 1)
  t.match(
    logged.filter((line) => line.includes('a document shows boxes')),
    [/U\+5C71.*U\+7530/],
  )
})
