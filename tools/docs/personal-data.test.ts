import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { customerRecordKinds } from '@open-oms/contracts/orders/customers/erasure'
import { root } from '@open-oms/system/root'
import t from 'tap'

const schemas = {
  'every service': { file: 'packages/service-kit/prisma/schema.prisma', prefix: 'kit.' },
  'orders-workflow': { file: 'services/orders-workflow/prisma/schema.prisma', prefix: '' },
  'accounting-read': { file: 'services/accounting-read/prisma/schema.prisma', prefix: '' },
  'catalog-assets': { file: 'services/catalog-assets/prisma/schema.prisma', prefix: '' },
}
const readText = (path: string) => readFileSync(join(root, path), 'utf8')
const page = readText('docs/reference/security/personal-data.md')

/** Every column of a schema as `table.column`. */
function columnsOf(text: string, prefix: string): string[] {
  const models = [...text.matchAll(/^model (\w+) \{(.*?)^\}/gms)]
  const names = new Set(models.map(([, name]) => name))
  return models.flatMap(([, , body = '']) => {
    const table = /@@map\("(\w+)"\)/.exec(body)?.[1]
    const fields = [...body.matchAll(/^ {2}(\w+)\s+(\w+)\S*(.*)$/gm)].filter(([, , type]) => !names.has(type))
    return fields.map(([, field, , rest = '']) => `${prefix}${table}.${/@map\("(\w+)"\)/.exec(rest)?.[1] ?? field}`)
  })
}

/** The cells of each row of a table of the page. */
function rowsUnder(heading: string): string[][] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const lines = section.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Service'))
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

const codes = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code as string)
const personal = rowsUnder('Columns with personal data')
const others = rowsUnder('Columns without')

t.test('given the schemas, then the page has each column once, and no other', async (t) => {
  for (const [service, { file, prefix }] of Object.entries(schemas)) {
    const named = [...personal, ...others]
      .filter(([owner]) => owner === service)
      .flatMap(([, table, columns]) => codes(columns).map((column) => `${codes(table)[0]}.${column}`))
    const known = columnsOf(readText(file), prefix)
    t.ok(known.length > 10, service)
    t.same(named.toSorted(), known.toSorted(), service)
  }
})

t.test('given a column with personal data, then the page says why, how long, and what exports and erasures do', async (t) => {
  for (const row of personal) {
    t.equal(row.length, 7, row.join(' | '))
    for (const cell of row) t.not(cell, '', row.join(' | '))
    const [exported = ''] = row.slice(5)
    const kinds: readonly string[] = customerRecordKinds
    const isKnown =
      exported.startsWith('no') || exported.startsWith('in `') || codes(exported).every((kind) => kinds.includes(kind))
    t.ok(isKnown, exported)
  }
})
