/**
 * Runs pieces of work concurrently as long as the sum of their costs stays within the budget; the
 * others wait and begin in their order. A cost above the budget counts as the whole budget.
 */
export function limitByCost(budget: number): <T>(cost: number, work: () => Promise<T>) => Promise<T> {
  const waiting: { cost: number; begin: () => void }[] = []
  let left = budget
  const beginNext = () => {
    for (let next = waiting[0]; next !== undefined && next.cost <= left; next = waiting[0]) {
      waiting.shift()
      left -= next.cost
      next.begin()
    }
  }
  return async (cost, work) => {
    const taken = Math.min(cost, budget)
    await new Promise<void>((begin) => {
      waiting.push({ cost: taken, begin })
      beginNext()
    })
    try {
      return await work()
    } finally {
      left += taken
      beginNext()
    }
  }
}
