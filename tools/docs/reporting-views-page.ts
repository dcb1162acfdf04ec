import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { reportingColumns } from './reporting-columns.ts'

const root = join(import.meta.dirname, '..', '..')
const COMMENT = /^COMMENT ON (?:VIEW|COLUMN) "reporting"\.("[^']*) IS '((?:[^']|'')*)';$/gm

/**
 * What the migrations of a service say of its reporting views, by `view` and `view.column`: the
 * comment that holds.
 */
export function reportingComments(service: string): Map<string, string> {
  const files = globSync(`services/${service}/prisma/migrations/*/migration.sql`, { cwd: root }).sort()
  const texts = files.map((file) => readFileSync(join(root, file), 'utf8'))
  return new Map(
    texts.flatMap((text) =>
      [...text.matchAll(COMMENT)].map(([, name = '', comment = '']) => [name.replaceAll('"', ''), comment.replaceAll("''", "'")]),
    ),
  )
}

/** The page of all reporting views, from their columns and the comments of the migrations. */
export function reportingViewsPage(note: string): string {
  const parts = Object.entries(reportingColumns).map(([service, views]) => {
    const comments = reportingComments(service)
    const tables = Object.entries(views).map(
      ([view, columns]) => `### ${view}\n\n${comments.get(view)}\n\n${columnTable(view, columns, comments)}`,
    )
    return `## Database of ${service}\n\n${tables.join('\n\n')}\n`
  })
  return `# Reporting views\n\n${note}\n\n${intro}\n${parts.join('\n')}`
}

function columnTable(view: string, columns: Readonly<Record<string, string>>, comments: Map<string, string>): string {
  const rows = Object.entries(columns).map(
    ([name, type]) => `| \`${name}\` | ${shortType(type)} | ${comments.get(`${view}.${name}`)} |`,
  )
  return `| Column | Type | Meaning |\n|---|---|---|\n${rows.join('\n')}`
}

function shortType(type: string): string {
  return type === 'timestamp with time zone' ? 'timestamptz' : type
}

const intro = `Views for [reports](../how-to/run-reports.md) and for BI tools, in the schema \`reporting\` of each
database. The user \`<database>_reporting\` reads them and [nothing
else](behaviour/security.md#rights-in-the-databases).

- Amounts are \`numeric\` in the main unit of the currency beside them. Never add amounts of different
  currencies.
- Times are \`timestamptz\`. The day of a time depends on a zone: \`created_at AT TIME ZONE
  'Europe/Oslo'\`.
- Filter orders, and what belongs to orders, by \`created_at\` or \`changed_at\` (\`order_created_at\`,
  \`order_changed_at\`): an index finds them. What is in documents is read for each order that is left
  then, so ask for the columns that you need and not for \`*\`.
- Nothing says who a customer or a member of staff is: no names, addresses, contacts, notes or other
  free text ([148](../explanation/adr/0148-let-reports-read-views-without-personal-data.md)).

## Stability

Columns are added at the end of a view. None is removed, renamed, or given another type or meaning
within a major version; a test compares them with this page.
`
