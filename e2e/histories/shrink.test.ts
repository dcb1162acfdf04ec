import t from 'tap'
import type { PlannedFault } from './faults/plan.ts'
import type { RunPlan } from './run-history.ts'
import { shrinkPlan, smallerPlans } from './shrink.ts'

const fault = (kind: PlannedFault['kind'], at: number): PlannedFault => ({ kind, at, lastsMs: 1, target: 0, detail: 0 })
const plan: RunPlan = {
  seed: 's',
  clients: 20,
  minutes: 4,
  faults: [fault('kill', 1_000), fault('cut', 30_000), fault('suspend', 50_000), fault('kill', 200_000)],
}

t.test('given a plan that fails by one kind of fault and two clients, then that is left of it', async (t) => {
  let runs = 0
  const fails = async ({ clients, faults }: RunPlan) => {
    runs++
    return clients >= 2 && faults.some(({ kind }) => kind === 'cut')
  }
  const shrunk = await shrinkPlan(plan, { fails, isOver: () => false, tries: 1 })
  t.match(shrunk, { seed: 's', clients: 2, faults: [{ kind: 'cut' }] })
  t.equal(shrunk.faults.length, 1)
  t.equal(shrunk.minutes, 1)
  t.ok(runs < 60)
})

t.test('given the time is over, then the smallest plan so far is returned', async (t) => {
  let runs = 0
  const isOver = () => runs >= 1
  const shrunk = await shrinkPlan(plan, { fails: async () => ++runs > 0, isOver, tries: 2 })
  t.same(shrunk.minutes, 2)
})

t.test('given a failure by chance, then a plan is tried several times before it is given up', async (t) => {
  let runs = 0
  const shrunk = await shrinkPlan(
    { ...plan, minutes: 0.25, faults: [] },
    { fails: async () => ++runs % 2 === 0, isOver: () => runs > 9, tries: 2 },
  )
  t.ok(shrunk.clients < plan.clients)
})

t.test('given a shorter run, then it has no fault after its end', async (t) => {
  const [shorter] = smallerPlans(plan)
  t.same(shorter?.faults.length, 3)
  t.same(smallerPlans({ ...plan, clients: 1, minutes: 0.25, faults: [] }), [])
})
