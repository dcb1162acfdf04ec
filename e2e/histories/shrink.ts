import type { RunPlan } from './run-history.ts'

/** Shorter runs show nothing: the first fault comes after seconds. */
const MINUTES_MIN = 0.25

/**
 * A smaller plan that still fails, as small as was found before the time is over: fewer faults,
 * clients and minutes, one of them at a time. `fails` runs a plan; what happens by chance in one
 * run may not happen in the next, so that a plan is given up only when it fails in none of the
 * `tries`.
 */
export async function shrinkPlan(
  plan: RunPlan,
  { fails, isOver, tries }: { fails: (plan: RunPlan) => Promise<boolean>; isOver: () => boolean; tries: number },
): Promise<RunPlan> {
  const failsOnce = async (candidate: RunPlan) => {
    for (let count = 0; count < tries && !isOver(); count++) if (await fails(candidate)) return true
    return false
  }
  for (let smallest = plan; ; ) {
    const before = smallest
    for (const candidate of smallerPlans(before)) {
      if (isOver()) return smallest
      if (!(await failsOnce(candidate))) continue
      smallest = candidate
      break
    }
    if (smallest === before) return smallest
  }
}

/** The plans that have one thing less, the largest steps first. */
export function smallerPlans(plan: RunPlan): RunPlan[] {
  const { clients, minutes, faults } = plan
  const half = Math.ceil(faults.length / 2)
  const kinds = [...new Set(faults.map(({ kind }) => kind))]
  const candidates: RunPlan[] = [
    ...(minutes / 2 >= MINUTES_MIN ? [within({ ...plan, minutes: minutes / 2 })] : []),
    ...(faults.length > 0 ? [{ ...plan, faults: [] }] : []),
    ...(faults.length > 1
      ? [
          { ...plan, faults: faults.slice(0, half) },
          { ...plan, faults: faults.slice(half) },
        ]
      : []),
    ...(kinds.length > 1 ? kinds.map((kind) => ({ ...plan, faults: faults.filter((fault) => fault.kind !== kind) })) : []),
    ...(clients > 1 ? [{ ...plan, clients: Math.ceil(clients / 2) }] : []),
  ]
  return candidates
}

/** Without the faults that begin after its end. */
function within(plan: RunPlan): RunPlan {
  return { ...plan, faults: plan.faults.filter(({ at }) => at < plan.minutes * 60_000) }
}
