import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { System } from '@open-oms/system/start/start-system'
import pg from 'pg'
import type { Figure } from '../figures.ts'
import { residentMebibytes } from '../resident-memory.ts'
import { type Session, send } from '../session.ts'

const ORDERS = 100_000
const WRITES_PER_SECOND = 50
const agent = new Agent({ keepAlive: true })
const MARK = 'changed-while-scrolling'

type Read = { perSecond: number; ids: Set<string>; marked: number; totalHits: number; memoryGrowth: number }

/** A scroll of 100,000 orders while others write, beside the bare reading of as many documents. */
export async function scrollFigures(system: System, session: Session): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: system.adminUrls['orders-workflow'] })
  await client.connect()
  try {
    const { rows } = await client.query('select created from order_search order by created desc, order_id limit 1 offset $1', [
      ORDERS - 1,
    ])
    const createdFrom = rows[0].created.toISOString()
    const baseline = await readBare(client, createdFrom)
    const expected = await idsFrom(client, createdFrom)
    const read = await readWhileWriting({ system, session, createdFrom })
    if (read.totalHits !== expected.size || read.ids.size !== expected.size || read.marked > 0)
      throw new Error(`The scroll gave ${read.ids.size} of ${expected.size} orders, ${read.marked} of them as they became later.`)
    for (const id of expected) if (!read.ids.has(id)) throw new Error(`The scroll left out ${id}.`)
    return [
      {
        name: 'scroll of 100,000 orders while 50 writes/s run',
        baseline,
        product: read.perSecond,
        unit: '1/s',
        valueMin: 8_000,
        ratioMin: 1,
      },
      { name: 'growth of resident memory while scrolling', product: read.memoryGrowth, unit: 'MiB', valueMax: 150 },
    ]
  } finally {
    await client.end()
  }
}

async function idsFrom(client: pg.Client, createdFrom: string): Promise<Set<string>> {
  const { rows } = await client.query('select order_id from order_search where created >= $1 and not is_deleted', [createdFrom])
  return new Set(rows.map((row) => row.order_id))
}

async function readBare(client: pg.Client, createdFrom: string): Promise<number> {
  const start = performance.now()
  let count = 0
  for (let last = ''; ; ) {
    const { rows } = await client.query(
      `select s.order_id, o.document::text from order_search s join "order" o on o.id = s.order_id
       where s.created >= $1 and s.order_id > $2 order by s.order_id limit 1000`,
      [createdFrom, last],
    )
    if (rows.length === 0) return (count * 1000) / (performance.now() - start)
    count += rows.length
    last = rows.at(-1).order_id
  }
}

type ScrollOptions = { system: System; session: Session; createdFrom: string }

async function readWhileWriting({ system, session, createdFrom }: ScrollOptions): Promise<Read> {
  const { pid } = system.services['orders-workflow']
  const first = JSON.parse(await send(session, 'POST', '/api/Orders/Scroll', { createdFrom }))
  const ids = new Set<string>()
  let marked = 0
  const take = (result: { id: string; tags: string[] }[]) => {
    for (const order of result) {
      ids.add(order.id)
      if (order.tags.includes(MARK)) marked += 1
    }
  }
  take(first.result)
  const writing = writeSteadily(
    session,
    first.result.map((order: { id: string }) => order.id),
  )
  const memory = residentMebibytes(pid)
  let highest = memory
  const start = performance.now()
  // The client's own work, parsing the JSON of the responses, is not part of the time.
  let parsing = 0
  for (let scrollId = first.scrollId; ; ) {
    const bytes = await receive(session, `/api/Orders/Scroll/${scrollId}`)
    const parsed = performance.now()
    const batch = JSON.parse(bytes.toString())
    take(batch.result)
    parsing += performance.now() - parsed
    highest = Math.max(highest, residentMebibytes(pid))
    if (batch.result.length === 0) break
    scrollId = batch.scrollId
  }
  const seconds = (performance.now() - start - parsing) / 1000
  await writing.stop()
  return {
    perSecond: (ids.size - first.result.length) / seconds,
    ids,
    marked,
    totalHits: first.totalHits,
    memoryGrowth: highest - memory,
  }
}

/**
 * The bytes of a response, by the client that needs the least processor time: `fetch` needs as much
 * for a batch as the service, on the same cores.
 */
async function receive({ url, token }: Session, path: string): Promise<Buffer> {
  const sent = request(url + path, { agent, headers: { authorization: `Bearer ${token}` } })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  if (response.statusCode !== 200) throw new Error(`GET ${path} returned ${response.statusCode}: ${bytes.toString()}`)
  return bytes
}

/** Changes orders of the scroll at a steady rate until it is stopped. */
function writeSteadily(session: Session, ids: readonly string[]) {
  let isStopped = false
  const responses: Promise<string>[] = []
  const writing = (async () => {
    for (let count = 0; !isStopped; count++) {
      const id = ids[count % ids.length] as string
      const tags = [MARK, `turn-${count}`]
      responses.push(send(session, 'PATCH', `/api/Orders/${id}/PatchOrder`, { tags }))
      await sleep(1000 / WRITES_PER_SECOND)
    }
  })()
  return {
    async stop() {
      isStopped = true
      await writing
      await Promise.all(responses)
    },
  }
}
