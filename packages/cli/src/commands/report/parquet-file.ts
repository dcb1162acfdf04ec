import type { ReportColumn, ReportColumnType } from '@open-oms/contracts/reports/report'
import { fileWriter, ParquetWriter } from 'hyparquet-writer'

/** Decimals of amounts and numbers: as many as amounts of the interface have. */
const SCALE = 4
const GROUP_ROWS = 20_000

type Row = Readonly<Record<string, string | number | null>>
type Element = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number]
type Kind = { element: Omit<Element, 'name'>; convert: (value: string | number) => unknown }

const decimal: Kind = {
  element: { type: 'INT64', converted_type: 'DECIMAL', precision: 18, scale: SCALE },
  convert: (value) => BigInt(Math.round(Number(value) * 10 ** SCALE)),
}
const kinds: Readonly<Record<ReportColumnType, Kind>> = {
  Text: { element: { type: 'BYTE_ARRAY', converted_type: 'UTF8' }, convert: String },
  Date: { element: { type: 'INT32', converted_type: 'DATE' }, convert: (value) => new Date(String(value)) },
  Time: { element: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' }, convert: (value) => new Date(String(value)) },
  Integer: { element: { type: 'INT64' }, convert: (value) => BigInt(value) },
  Number: decimal,
  Amount: decimal,
}

/**
 * Writes rows as a Parquet file, a group at a time, so that memory does not grow with them. Amounts
 * and numbers are DECIMAL(18, 4), times are in UTC. Returns how many rows they are.
 */
export async function writeParquet(path: string, columns: readonly ReportColumn[], rows: AsyncIterable<Row>): Promise<number> {
  const elements = columns.map(({ name, type }) => ({ name, repetition_type: 'OPTIONAL' as const, ...kinds[type].element }))
  const schema: Element[] = [{ name: 'root', num_children: columns.length }, ...elements]
  const file = new ParquetWriter({ writer: fileWriter(path), schema, createdBy: 'oms report' })
  let group: Row[] = []
  let count = 0
  const flush = async () => {
    const columnData = columns.map(({ name, type }) => {
      const data = group.map((row) => toValue(row[name], kinds[type]))
      return { name, data }
    })
    await file.write({ columnData, rowGroupSize: GROUP_ROWS })
    count += group.length
    group = []
  }
  for await (const row of rows) {
    group.push(row)
    if (group.length === GROUP_ROWS) await flush()
  }
  if (group.length > 0) await flush()
  await file.finish()
  return count
}

function toValue(value: string | number | null | undefined, { convert }: Kind): unknown {
  return value === null || value === undefined ? null : convert(value)
}
