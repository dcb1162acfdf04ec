import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const page = readFileSync(join(import.meta.dirname, '../../../../../docs/reference/behaviour/orders.md'), 'utf8')

/**
 * The cells of the rows of the first table below a heading of the page on orders, by the first
 * cell.
 */
export function documentedTable(heading: string): Map<string, string[]> {
  const [, section = ''] = page.split(`### ${heading}\n`)
  const lines = section.split('\n#')[0]?.split('\n') ?? []
  const rows = lines.filter((line) => line.startsWith('| ')).slice(1)
  return new Map(
    rows.map((line) => {
      const [first = '', ...cells] = line.split('|').slice(1, -1)
      return [first.trim(), cells.map((cell) => cell.trim())]
    }),
  )
}
