import t from 'tap'
import { editDirectly, insertDirectly, simpleOrder, writing } from '../../../testing/orders/direct-writes.ts'
import { testOrders } from '../../../testing/test-orders.ts'
import { assignPositions, type ChangesPage, readOrderChanges } from './order-changes.ts'

const all = { storeIds: null, orderTypes: null }

/** Reads all pages from a cursor to the end. */
async function readOn(deps: Parameters<typeof readOrderChanges>[0], after: string | undefined, take: number) {
  const pages: ChangesPage[] = []
  for (let cursor = after; ; cursor = pages.at(-1)?.next) {
    const page = await readOrderChanges(deps, { ...all, after: cursor, take })
    pages.push(page)
    if (page.result.length === 0) return pages
  }
}

t.test(
  'given concurrent writers, when the feed is read with any page size, then each change is there once, in version order',
  async (t) => {
    const { deps, database } = await testOrders(t)
    const versions = new Map<string, string[]>()
    const note = (id: string, versionId: string) => versions.set(id, [...(versions.get(id) ?? []), versionId])
    const quick = async (_: unknown, place: number) => {
      for (let turn = 0; turn < 20; turn++) {
        const id = `quick-${place}-${turn}`
        note(id, (await insertDirectly(deps, simpleOrder(id))).versionId)
        const changed = await editDirectly(deps, id, (order) => ({ ...order, customerName: 'Kari' }))
        note(id, changed.versionId)
      }
    }
    // Commits its change only after later ones were read.
    const slow = async (_: unknown, place: number) => {
      for (let turn = 0; turn < 4; turn++) {
        const id = `slow-${place}-${turn}`
        const created = await insertDirectly(deps, simpleOrder(id))
        note(id, created.versionId)
        const { saved } = await writing(deps)(id, { status: 'InProgress' }, async (tx) => {
          await tx.query({ text: 'select pg_sleep($1)', values: [0.05 + 0.05 * place] })
        })
        note(id, saved.versionId)
      }
    }
    let isDone = false
    const follow = async (take: number) => {
      const seen: ChangesPage['result'] = []
      let after: string | undefined
      for (let isLast = false; !isLast; ) {
        isLast = isDone
        const pages = await readOn(deps, after, take)
        after = pages.at(-1)?.next
        seen.push(...pages.flatMap(({ result }) => result))
      }
      return seen
    }
    const place = async () => {
      while (!isDone) await assignPositions(deps)
    }
    const readers = [follow(1000), follow(7), follow(1), place()]
    await Promise.all([...Array.from({ length: 6 }, quick), ...Array.from({ length: 4 }, slow)])
    isDone = true
    const [first, ...others] = (await Promise.all(readers)).slice(0, 3) as ChangesPage['result'][]
    for (const other of others) t.same(other, first, 'all readers see the same feed')
    t.equal(first?.length, [...versions.values()].flat().length)
    for (const [id, ids] of versions) {
      const seen = first?.filter(({ orderId }) => orderId === id).map(({ versionId }) => versionId)
      if (JSON.stringify(seen) !== JSON.stringify(ids)) t.same(seen, ids, id)
    }
    const again = (await readOn(deps, undefined, 1000)).flatMap(({ result }) => result)
    t.same(again, first, 'and so does who reads it afterwards')
    t.same(await database.query({ text: 'select from order_change_pending' }), [])
  },
)
