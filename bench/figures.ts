export type Figure = {
  name: string
  /** What the bare floor reached in the same run; absent for figures that are absolute. */
  floor?: number
  product: number
  unit: string
  /** The wish: a ratio to the floor, the most that the figure may be, or the least. With a ratio beside the least, either will do. */
  ratioMin?: number
  valueMax?: number
  valueMin?: number
}

/** Whether a figure reaches what is wished for; figures without a wish are only told. */
export function isMet({ floor, product, ratioMin, valueMax, valueMin }: Figure): boolean | undefined {
  if (valueMax !== undefined) return product <= valueMax
  const isFastEnough = valueMin === undefined ? undefined : product >= valueMin
  if (ratioMin === undefined || floor === undefined) return isFastEnough
  return isFastEnough === true || product / floor >= ratioMin
}

function wishOf({ floor, ratioMin, valueMax, valueMin }: Figure): string {
  const wishes = [
    valueMax === undefined ? [] : `<= ${valueMax}`,
    valueMin === undefined ? [] : `>= ${valueMin}`,
    ratioMin === undefined || floor === undefined ? [] : `ratio >= ${ratioMin}`,
  ]
  return wishes.flat().join(' or ')
}

function cell(value: number | undefined): string {
  return value === undefined ? '' : value >= 100 ? value.toFixed(0) : value.toFixed(2)
}

/** The figures as a table, each beside its floor. */
export function figureTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const met = isMet(figure)
    const ratio = figure.floor === undefined ? '' : (figure.product / figure.floor).toFixed(2)
    return [
      figure.name,
      cell(figure.floor),
      cell(figure.product),
      figure.unit,
      ratio,
      wishOf(figure),
      met === undefined ? '' : met ? 'met' : 'MISSED',
    ]
  })
  const all = [['figure', 'floor', 'product', 'unit', 'ratio', 'wished', ''], ...rows]
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
