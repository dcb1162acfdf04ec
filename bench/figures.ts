export type Figure = {
  name: string
  /** What the bare floor reached in the same run; absent for figures that are absolute. */
  floor?: number
  product: number
  unit: string
  /** The wish: a ratio to the floor, or the most that the figure may be. */
  ratioMin?: number
  valueMax?: number
}

/** Whether a figure reaches what is wished for; figures without a wish are only told. */
export function isMet(figure: Figure): boolean | undefined {
  if (figure.ratioMin !== undefined && figure.floor !== undefined) return figure.product / figure.floor >= figure.ratioMin
  if (figure.valueMax !== undefined) return figure.product <= figure.valueMax
  return undefined
}

function cell(value: number | undefined): string {
  return value === undefined ? '' : value >= 100 ? value.toFixed(0) : value.toFixed(2)
}

/** The figures as a table, each beside its floor. */
export function figureTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const met = isMet(figure)
    const wish =
      figure.ratioMin !== undefined ? `ratio >= ${figure.ratioMin}` : figure.valueMax !== undefined ? `<= ${figure.valueMax}` : ''
    const ratio = figure.floor === undefined ? '' : (figure.product / figure.floor).toFixed(2)
    return [
      figure.name,
      cell(figure.floor),
      cell(figure.product),
      figure.unit,
      ratio,
      wish,
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
