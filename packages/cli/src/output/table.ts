export type Cell = string | number | boolean | null | undefined

const gap = '  '

function cellText(cell: Cell): string {
  return cell === null || cell === undefined ? '' : String(cell).replaceAll(/\s+/g, ' ')
}

/**
 * Rows as aligned columns below their headings; numbers are set right. Text without a heading row
 * when there are no rows.
 */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const cells = rows.map((row) => row.map(cellText))
  const widths = headings.map((heading, column) =>
    cells.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), heading.length),
  )
  const isNumber = headings.map((_, column) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number'))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (isNumber[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join(gap)
      .trimEnd()
  return [line(headings.map((heading) => heading.toUpperCase())), ...cells.map(line)].join('\n')
}

/** Names and values, one pair a line; pairs without a value are left out. */
export function facts(pairs: readonly (readonly [string, Cell])[]): string {
  const shown = pairs.filter(([, value]) => value !== null && value !== undefined && value !== '')
  const width = Math.max(0, ...shown.map(([name]) => name.length))
  return shown.map(([name, value]) => `${name.padEnd(width)}${gap}${cellText(value)}`).join('\n')
}
