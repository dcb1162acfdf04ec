export type Figure = {
  name: string
  /** What the baseline reached in the same run; absent for figures that are absolute. */
  baseline?: number
  product: number
  unit: string
  /**
   * The target: a ratio to the baseline, a maximum, or a minimum. With a ratio and a minimum, one
   * of them is enough.
   */
  ratioMin?: number
  valueMax?: number
  valueMin?: number
}

/**
 * Whether a figure meets its target; undefined for a figure without one, which is only reported.
 */
export function isMet({ baseline, product, ratioMin, valueMax, valueMin }: Figure): boolean | undefined {
  if (valueMax !== undefined) return product <= valueMax
  const isFastEnough = valueMin === undefined ? undefined : product >= valueMin
  if (ratioMin === undefined || baseline === undefined) return isFastEnough
  return isFastEnough === true || product / baseline >= ratioMin
}

function formatTarget({ baseline, ratioMin, valueMax, valueMin }: Figure): string {
  const targets = [
    valueMax === undefined ? [] : `<= ${valueMax}`,
    valueMin === undefined ? [] : `>= ${valueMin}`,
    ratioMin === undefined || baseline === undefined ? [] : `ratio >= ${ratioMin}`,
  ]
  return targets.flat().join(' or ')
}

function cell(value: number | undefined): string {
  return value === undefined ? '' : value >= 100 ? value.toFixed(0) : value.toFixed(2)
}

/** The figures as a table, each beside its baseline and its target. */
export function figureTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const met = isMet(figure)
    const ratio = figure.baseline === undefined ? '' : (figure.product / figure.baseline).toFixed(2)
    return [
      figure.name,
      cell(figure.baseline),
      cell(figure.product),
      figure.unit,
      ratio,
      formatTarget(figure),
      met === undefined ? '' : met ? 'met' : 'MISSED',
    ]
  })
  const all = [['figure', 'baseline', 'product', 'unit', 'ratio', 'target', ''], ...rows]
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? []
  return all
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
