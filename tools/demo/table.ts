/** Lines of text as aligned columns; numbers are set right with two decimals. */
export function table(headings: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? (cell === 0 ? '' : cell.toFixed(2)) : cell)))
  const widths = headings.map((heading, column) => Math.max(heading.length, ...cells.map((row) => row[column]?.length ?? 0)))
  const isNumber = headings.map((_, column) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number'))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (isNumber[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
  return [line(headings), widths.map((width) => '-'.repeat(width)).join('  '), ...cells.map(line)]
    .map((text) => `  ${text.trimEnd()}`)
    .join('\n')
}
