import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { callOmsProcess } from '../../testing/call-oms.ts'

/** A process that was stopped (SIGSTOP): its port takes connections, and nothing is ever said. */
async function silentServer(t: Test): Promise<string> {
  const sockets = new Set<Socket>()
  // A stopped process does not close its side either.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket.on('error', () => undefined).resume())
  }).listen(0, '127.0.0.1')
  t.teardown(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  await once(server, 'listening')
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

t.test('given parts that take connections and say nothing, when the doctor examines them, then it ends with 1', async (t) => {
  const address = await silentServer(t)
  const dataDir = await mkdtemp(join(tmpdir(), 'oms-silent-'))
  t.teardown(() => rm(dataDir, { recursive: true, force: true }))
  const run = {
    gatewayUrl: `http://${address}`,
    serviceUrls: { 'orders-workflow': `http://${address}` },
    databaseUrls: { 'orders-workflow': `postgresql://oms@${address}/orders` },
    natsUrls: { operator: `nats://${address}` },
  }
  await writeFile(join(dataDir, 'run.json'), JSON.stringify(run))
  const begun = Date.now()
  const { code, stdout } = await callOmsProcess(['doctor', '--json'], { environment: { OMS_DATA_DIR: dataDir } })
  t.equal(code, 1)
  t.ok(Date.now() - begun < 60_000, 'soon after')
  const found: { part: string; code: string }[] = JSON.parse(stdout).findings
  t.strictSame(found.map(({ part, code }) => `${part}: ${code}`).sort(), [
    'database of orders-workflow: PartUnreachable',
    'gateway: PartUnreachable',
    'nats: PartUnreachable',
    'orders-workflow: PartUnreachable',
    'workflow: Unreachable',
  ])
})
