// Shared process: a started system.
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { omsProgram } from '@open-oms/system/run-program'
import t, { type Test } from 'tap'
import { bareEnvironment, emptyHome } from '../../testing/call-oms.ts'
import { startedSystem } from '../../testing/started-system.ts'

/** A client of the protocol that has started `oms mcp` as a process of its own. */
async function connect(t: Test, args: readonly string[] = []) {
  const { system } = await startedSystem()
  const access = { OMS_GATEWAY_URL: system.gatewayUrl, OMS_CLIENT_ID: 'demo', OMS_CLIENT_SECRET: 'demo-secret' }
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--conditions=development', omsProgram, 'mcp', ...args],
    env: { ...bareEnvironment(emptyHome()), ...access } as Record<string, string>,
  })
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(transport)
  t.teardown(() => client.close())
  const call = async (name: string, input: object = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: { ...input } })
    const [first] = content as { text: string }[]
    const text = first?.text ?? ''
    return { isError: isError === true, result: text.startsWith('{') ? JSON.parse(text) : text }
  }
  return { client, call }
}

function buildOrder(id: string) {
  const lineItems = [{ lineItemId: '1', code: 'CUP', displayName: 'Cup', quantity: 2, placedPrice: 125, taxRate: 25 }]
  return {
    id,
    storeId: 'Oslo-01',
    marketId: 'NOR',
    orderType: 'Online',
    status: 'New',
    orderNumber: `N-${id}`,
    orderForm: { lineItems },
  }
}

t.test('given a running system, when an assistant looks things up, then each tool answers, and none writes', async (t) => {
  const { client: api } = await startedSystem()
  await api.call('POST', '/api/Orders', { body: buildOrder('mcp-1') })
  const { client, call } = await connect(t)
  const { tools } = await client.listTools()
  t.ok(tools.length > 8)
  t.same(
    tools.filter(({ annotations }) => annotations?.readOnlyHint !== true),
    [],
    'every tool only reads',
  )
  t.match(await call('get_order', { order: 'N-mcp-1' }), { isError: false, result: { id: 'mcp-1', storeId: 'Oslo-01' } })
  t.match(await call('search_orders', { orderNumber: 'N-mcp-1', take: 1 }), { result: { result: [{ id: 'mcp-1' }] } })
  t.match(await call('explain_order', { order: 'mcp-1' }), { result: { orderId: 'mcp-1', reasons: [{ code: String }] } })
  t.match(await call('read_timeline', { order: 'mcp-1' }), { result: { result: [{ kind: String }] } })
  t.match(await call('search_runs'), { isError: false, result: { totalHits: Number } })
  t.match(await call('search_products', { searchText: 'no such product' }), { result: { totalHits: 0 } })
  t.match(await call('search_postings'), { isError: false, result: { totalHits: Number } })
  t.match(await call('trial_balance'), { isError: false, result: { totalDebit: Number } })
  t.match(await call('explain_day', { date: '2026-01-31', storeId: 'Oslo-01' }), { result: { reasons: [{ code: String }] } })
  t.match(await call('doctor'), { result: { parts: [{ name: 'gateway', isHealthy: true }] } })
})

t.test('given wrong input, when a tool is called, then the answer says what is wrong, and the server goes on', async (t) => {
  const { client, call } = await connect(t)
  t.match(await call('get_order', { order: 'no-such-order' }), { isError: true, result: { error: 'NotFound', message: String } })
  t.match(await call('search_orders', { createdFrom: 'yesterday' }), { isError: true, result: /createdFrom/ })
  for (const input of [{ take: 0 }, { take: 51 }, { stores: ['Oslo-01'] }])
    t.match(await call('search_orders', input), { isError: true, result: /Input validation/ })
  await t.rejects(client.callTool({ name: 'change_status', arguments: { order: 'mcp-1', status: 'Completed' } }))
  t.match(await call('search_runs'), { isError: false })
})

t.test('given tools that write, when one is called, then only the confirmed dry run changes the order', async (t) => {
  const { client: api } = await startedSystem()
  for (const id of ['mcp-2', 'mcp-3']) await api.call('POST', '/api/Orders', { body: buildOrder(id) })
  const { call } = await connect(t, ['--allow-writes'])
  const status = async (id: string) => (await call('get_order', { order: id })).result.status
  const hold = { order: 'mcp-2', reasonCode: 'FraudCheck', note: 'Called twice' }
  const shown = await call('hold_order', hold)
  t.match(shown, { isError: false, result: { isDryRun: true, wouldHappen: { wouldBeHeld: { reasonCode: 'FraudCheck' } } } })
  t.notOk((await call('get_order', { order: 'mcp-2' })).result.holds, 'nothing has happened')
  const { confirmation } = shown.result
  for (const [changed, why] of [
    [{ ...hold, note: 'Something else', confirmation }, 'other input'],
    [{ ...hold, order: 'mcp-3', confirmation }, 'another order'],
    [{ ...hold, confirmation: 'yes' }, 'no confirmation of ours'],
  ] as const)
    t.match(await call('hold_order', changed), { isError: true, result: { error: 'NotConfirmed' } }, why)
  t.match(await call('hold_order', { ...hold, confirmation }), { result: { holds: [{ reasonCode: 'FraudCheck' }] } })
  t.match(await call('hold_order', { ...hold, confirmation }), { isError: true, result: { error: 'NotConfirmed' } }, 'only once')

  const cancel = { order: 'mcp-3', reason: 'CustomerRegrets' }
  const before = await call('cancel_order', cancel)
  t.match(before.result.wouldHappen.order, { status: 'Cancelled' })
  await api.call('POST', '/api/Orders/AddComment', { body: { orderId: 'mcp-3', commentText: 'Wants it after all' } })
  const late = await call('cancel_order', { ...cancel, confirmation: before.result.confirmation })
  t.match(late, { isError: true, result: { error: 'VersionMismatch' } }, 'the order is not what was shown')
  t.equal(await status('mcp-3'), 'New')
  const again = await call('cancel_order', cancel)
  t.match(await call('cancel_order', { ...cancel, confirmation: again.result.confirmation }), { isError: false })
  t.equal(await status('mcp-3'), 'Cancelled')
})

t.test('given each tool that writes, when it is called without confirmation, then the order stays as it is', async (t) => {
  const { client: api } = await startedSystem()
  await api.call('POST', '/api/Orders', { body: buildOrder('mcp-4') })
  const { client, call } = await connect(t, ['--allow-writes'])
  const { tools } = await client.listTools()
  const inputs: Record<string, object> = {
    change_status: { status: 'InProgress' },
    cancel_order: { reason: 'Test' },
    patch_order: { patch: { customerName: 'Kari' } },
    return_goods: { lines: [{ lineItemId: '1', returnQuantity: 1 }] },
    hold_order: { reasonCode: 'Test' },
    release_hold: { holdId: 'none' },
    add_note: { text: 'Called' },
  }
  t.same(tools.flatMap(({ name, annotations }) => (annotations?.readOnlyHint ? [] : [name])).sort(), Object.keys(inputs).sort())
  const { versionId } = (await call('get_order', { order: 'mcp-4' })).result
  for (const [name, input] of Object.entries(inputs)) await call(name, { order: 'mcp-4', ...input })
  t.equal((await call('get_order', { order: 'mcp-4' })).result.versionId, versionId)
  const { confirmation } = (await call('patch_order', { order: 'mcp-4', ...inputs.patch_order })).result
  await call('patch_order', { order: 'mcp-4', ...inputs.patch_order, confirmation })
  t.match((await call('get_order', { order: 'mcp-4' })).result, { customerName: 'Kari' })
})
