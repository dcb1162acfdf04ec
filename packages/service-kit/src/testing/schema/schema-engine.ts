import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm'
import pg from 'pg'

/**
 * The part of the language's WebAssembly that is used here; Node's types leave it to those of a
 * browser.
 */
declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: Record<string, object>,
  ): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>
}

type Bindings = typeof import('@prisma/schema-engine-wasm') & { __wbg_set_wasm(exports: object): void }

let loaded: Promise<Bindings> | undefined

/**
 * Loads Prisma's schema engine. The package's own entry needs Node's experimental import of wasm
 * files, which warns.
 */
async function loadEngine(): Promise<Bindings> {
  const bindings = (await import('@prisma/schema-engine-wasm/schema_engine_bg')) as Bindings
  const path = createRequire(import.meta.url)
    .resolve('@prisma/schema-engine-wasm')
    .replace(/schema_engine\.js$/, 'schema_engine_bg.wasm')
  const { instance } = await WebAssembly.instantiate(await readFile(path), { './schema_engine_bg.js': bindings })
  // Where the engine leaves its last words before it stops at an error of its own; without it they
  // are lost.
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: (text: string) => process.stderr.write(`${text}\n`) } })
  bindings.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start()
  return bindings
}

const CHAR = 18
const TEXT = 25

/**
 * The adapter between the engine and Postgres. Version 7.10 refuses the catalogue's one-byte type
 * "char", which constraints are read with.
 */
function adapterFactory(pool: pg.Pool, schema: string): PrismaPg {
  const factory = new PrismaPg(pool, { schema })
  const connect = factory.connect.bind(factory)
  factory.connect = async () => {
    const adapter = await connect()
    const queryRaw = adapter.queryRaw.bind(adapter)
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query)
      const columnTypes = result.columnTypes.map((type, column) => (isChar(column) ? ColumnTypeEnum.Character : type))
      return { ...result, columnTypes }
    }
    return adapter
  }
  const isChar = callCharText(pool)
  return factory
}

/**
 * Makes the pool call "char" columns text. The returned function says which columns of the latest
 * result were such.
 */
function callCharText(pool: pg.Pool): (column: number) => boolean {
  const query = pool.query.bind(pool) as (...request: unknown[]) => Promise<pg.QueryResult>
  let latest = new Set<number>()
  const queryAsText = async (...request: unknown[]) => {
    const result = await query(...request)
    latest = new Set()
    for (const [column, field] of (result.fields ?? []).entries()) {
      if (field.dataTypeID !== CHAR) continue
      field.dataTypeID = TEXT
      latest.add(column)
    }
    return result
  }
  Object.assign(pool, { query: queryAsText })
  return (column) => latest.has(column)
}

/** The engine's own log repeats what it returns. */
const ignoreLog = () => undefined

export type EngineTarget = {
  databaseUrl: string
  schema: string
  /** Text of schema.prisma. */
  datamodel: string
}

/** Runs work with Prisma's schema engine connected to one Postgres schema of a database. */
export async function withSchemaEngine<T>(target: EngineTarget, work: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  loaded ??= loadEngine()
  const { SchemaEngine } = await loaded
  const pool = new pg.Pool({ connectionString: target.databaseUrl, options: `-c search_path=${target.schema}`, max: 1 })
  try {
    const factory = bindMigrationAwareSqlAdapterFactory(adapterFactory(pool, target.schema))
    const engine = await SchemaEngine.new({ datamodels: [['schema.prisma', target.datamodel]] }, ignoreLog, factory)
    try {
      return await work(engine)
    } finally {
      engine.free()
    }
  } finally {
    await pool.end()
  }
}
