import type { Column, NamedStatement, RowOf } from './statement.ts'
import type { Transaction } from './transaction.ts'

type Columns = Readonly<Record<string, Column<unknown>>>

/**
 * The rows of a declared statement as of one moment, in batches of `size`, of which only one is in
 * memory. Reads with a cursor of the transaction that has the statement's name, so that one reading
 * of a statement has to end before the next one begins.
 */
export async function* readInBatches<P extends readonly Column<unknown>[], Row extends Columns>(
  tx: Pick<Transaction, 'query'>,
  statement: NamedStatement<P, Row>,
  { values, size }: { values: Readonly<Parameters<typeof statement.with>>; size: number },
): AsyncGenerator<RowOf<Row>[]> {
  const cursor = statement.name.replaceAll('-', '_')
  await tx.query({ text: `declare ${cursor} no scroll cursor for ${statement.text}`, values })
  for (;;) {
    const rows = await tx.query<RowOf<Row>>({ text: `fetch ${size} from ${cursor}` })
    if (rows.length > 0) yield rows
    if (rows.length < size) break
  }
  await tx.query({ text: `close ${cursor}` })
}
