import type { DatabaseService } from '@open-oms/system/start/service-names'
import { databaseServices } from '@open-oms/system/start/service-names'
import { queryRows } from '../../verify-deployment/orders.ts'
import { waitUntil } from '../../verify-deployment/wait-until.ts'
import type { Instance } from '../instance.ts'
import { ORDER_TOTAL, sale, unpaidOrder } from '../order-bodies.ts'
import type { ScaledSystem } from '../scaled-system.ts'
import type { Sender } from '../send-until-acknowledged.ts'

/** What accounting-read logs of each posting that its schedule builds. */
export const BUILT = 'a posting was built'

const DUE_ORDERS = 5
const HOLDERS_WITHIN_MS = 30_000
const DAY_MS = 24 * 3_600_000

/**
 * A day of the store in the past, at noon, so that it is the same day in every time zone of the
 * sample.
 */
function pastDay(daysAgo: number): { date: string; noon: string } {
  const date = new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10)
  return { date, noon: `${date}T11:00:00.000Z` }
}

/**
 * Pays orders on a past day, whose posting is due. Returns the day once accounting-read has the
 * payments.
 */
export async function payOnPastDay(system: ScaledSystem, send: Sender, daysAgo: number): Promise<string> {
  const { date, noon } = pastDay(daysAgo)
  for (let index = 1; index <= DUE_ORDERS; index++) {
    const id = `due-${date}-${index}`
    const orderForm = unpaidOrder(id).orderForm as object
    const body = { ...unpaidOrder(id), orderForm: { ...orderForm, payments: [sale(id, noon)] } }
    if ((await send({ method: 'POST', path: '/api/Orders', body })) === null) throw new Error(`Order ${id} was not created.`)
  }
  await waitUntil(`payments of ${date} in accounting-read`, async () => {
    const text = 'select from payment_transaction where posting_date = $1'
    return (await queryRows(system.databases.adminUrls['accounting-read'], text, [date])).length === DUE_ORDERS
  })
  return date
}

type DuePosting = { id: string; hash: string; status: string; total: number }

const postingsOfDay = `select id, posting_hash as hash, status, total_debit::float as total from posting
  where posting_date = $1 and source = 'WebFulfillment' order by created_at`

/** Waits until the schedule has built the posting of a day. */
export async function waitForPosting(system: ScaledSystem, date: string): Promise<void> {
  await waitUntil(`the posting of ${date}`, async () => {
    const found = await queryRows<DuePosting>(system.databases.adminUrls['accounting-read'], postingsOfDay, [date])
    return found.some(({ status, total }) => status !== 'Superseded' && total === DUE_ORDERS * ORDER_TOTAL)
  })
}

/**
 * What is wrong with the posting of a due day: the schedule has built it twice, or two processes
 * have. A posting may have superseded one that was built when not all payments had arrived.
 */
export async function scheduleFaults(system: ScaledSystem, date: string): Promise<string[]> {
  const postings = await queryRows<DuePosting>(system.databases.adminUrls['accounting-read'], postingsOfDay, [date])
  const faults: string[] = []
  if (new Set(postings.map(({ hash }) => hash)).size !== postings.length) faults.push(`${date}: the same content is posted twice`)
  const current = postings.filter(({ status }) => status !== 'Superseded')
  if (current.length !== 1) faults.push(`${date}: ${current.length} postings hold`)
  for (const { id } of postings) {
    const builders = findBuilders(system, ({ postingId, outcome }) => postingId === id && outcome !== 'unchanged')
    if (builders.length !== 1) faults.push(`${date}: posting ${id} was built ${builders.length} times, by ${builders.join(', ')}`)
  }
  return faults
}

function findBuilders({ logs }: ScaledSystem, isWanted: (record: Record<string, unknown>) => boolean): string[] {
  return logs
    .withMessage(BUILT)
    .filter(isWanted)
    .map(({ source }) => source)
}

/** The process of accounting-read whose schedule has built last. */
export function lastBuilder(system: ScaledSystem): Instance {
  const label = findBuilders(system, () => true).at(-1)
  const builder = system.instances.find((instance) => instance.label === label)
  if (builder === undefined) throw new Error('No process has built a posting yet.')
  return builder
}

type Holder = { name: string; sessions: number; holders: number }

/**
 * Work that one of all processes does at a time: how many kinds there are, and those that have not
 * exactly one holder and another who waits, also after a while in which a process that was just
 * started may have begun to wait.
 */
export async function findHolders(system: ScaledSystem): Promise<{ count: number; faults: string[] }> {
  let [count, faults]: [number, string[]] = [0, []]
  const isRight = async () => {
    const held = (await Promise.all(databaseServices.map((service) => holdersIn(system, service)))).flat()
    const wrong = held.filter(({ sessions, holders }) => holders !== 1 || sessions < 2)
    count = held.length
    faults = wrong.map(({ name, sessions, holders }) => `${name}: ${holders} of ${sessions} processes hold its lock`)
    return faults.length === 0
  }
  await waitUntil('holders', isRight, HOLDERS_WITHIN_MS).catch(() => undefined)
  return { count, faults }
}

async function holdersIn({ databases }: ScaledSystem, service: DatabaseService): Promise<Holder[]> {
  return await queryRows<Holder>(
    databases.adminUrls[service],
    `select a.datname || ': ' || a.application_name as name, count(distinct a.pid)::int as sessions, count(l.pid)::int as holders
     from pg_stat_activity a left join pg_locks l on l.pid = a.pid and l.locktype = 'advisory' and l.granted and l.objsubid = 2 and l.classid = 6203
     where a.datname = current_database() and a.application_name like 'oms %' group by 1`,
  )
}
