import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from './figures.ts'

/** The least part of a committed ratio that a figure may have: machines are noisy. */
const SHARE_MIN = 0.9

/** What figures were of their baselines, by name: the larger, the better. */
export type Ratios = Readonly<Record<string, number>>

const file = join(import.meta.dirname, 'guard-ratios.json')

/** The committed ratios. */
export function committedRatios(): Ratios {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Commits what was measured, rounded to two places. */
export function renewRatios(figures: readonly Figure[]): void {
  const ratios = Object.fromEntries(figures.map((figure) => [figure.name, Number(guardRatio(figure).toFixed(2))]))
  writeFileSync(file, `${JSON.stringify(ratios, null, 2)}\n`)
}

/** The figures with the least ratio that the committed one allows as their target. */
export function guarded(figures: readonly Figure[], ratios: Ratios): Figure[] {
  return figures.map((figure) => {
    const { name, baseline, product, unit } = figure
    const committed = ratios[name]
    if (committed === undefined) throw new Error(`bench/guard-ratios.json has no "${name}". ${renewal}`)
    return { name, product, unit, ratioMin: committed * SHARE_MIN, ...(baseline === undefined ? {} : { baseline }) }
  })
}

/** The figures that are below their committed ratio by more than noise is. */
export function tooSlow(figures: readonly Figure[], ratios: Ratios): Figure[] {
  return figures.filter((figure) => guardRatio(figure) < (ratios[figure.name] ?? 0) * SHARE_MIN)
}

/** Of two turns of the same figures the one with the better ratio, figure by figure. */
export function better(first: readonly Figure[], second: readonly Figure[]): Figure[] {
  return first.map((figure, index) => {
    const other = second[index]
    return other === undefined || guardRatio(figure) >= guardRatio(other) ? figure : other
  })
}

/**
 * A sentence for each figure that is too slow, and for each ratio that nothing was measured for.
 */
export function guardProblems(figures: readonly Figure[], ratios: Ratios): string[] {
  const slow = tooSlow(figures, ratios).map((figure) => {
    const committed = ratios[figure.name] ?? 0
    const least = (committed * SHARE_MIN).toFixed(3)
    return `${figure.name}: ${guardRatio(figure).toFixed(3)} of its baseline. It was ${committed}; ${least} is the least.`
  })
  const names = new Set(figures.map(({ name }) => name))
  const stale = Object.keys(ratios).filter((name) => !names.has(name))
  return [...slow, ...stale.map((name) => `bench/guard-ratios.json has "${name}", which is not measured. ${renewal}`)]
}

const renewal = 'Renew it on an idle machine with "npm run bench -- guard --renew".'

function guardRatio({ name, baseline, product }: Figure): number {
  if (baseline === undefined) throw new Error(`"${name}" has no baseline to guard it by.`)
  return product / baseline
}
