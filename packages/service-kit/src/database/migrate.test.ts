import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { diffMigrations } from '../testing/schema/diff-migrations.ts'
import { type Teardown, testDatabase, testServerUrl } from '../testing/test-database.ts'
import { eventually } from '../testing/test-events.ts'
import { ensureDatabase, kitProject, migrate, migrateService } from './migrate.ts'

/** A folder with migrations and a schema.prisma, deleted when the test ends. */
async function folderWith(test: Teardown, files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'oms-test-migrations-'))
  test.teardown(() => rm(folder, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}

/** The table as the schema engine of Prisma 7.10 makes it. */
const historyOfEngine = `create table _prisma_migrations (
  id character varying(36) not null primary key, checksum character varying(64) not null, finished_at timestamp with time zone,
  migration_name character varying(255) not null, logs text, rolled_back_at timestamp with time zone,
  started_at timestamp with time zone not null default now(), applied_steps_count integer not null default 0)`

const withTrigger = `
  create table tag (id integer primary key, name text not null);
  -- A function's body holds semicolons; so does this comment; and 'this; text'.
  create function shout() returns trigger language plpgsql as $$
  begin
    new.name := upper(new.name);
    return new;
  end $$;
  create trigger shout before insert on tag for each row execute function shout();
  insert into tag values (1, 'a; b');`

t.test('given the migrations of the kit, when they are compared with its schema, then there is no difference', async (t) => {
  const schemaPath = fileURLToPath(new URL('../../prisma/schema.prisma', import.meta.url))
  t.equal(await diffMigrations({ ...kitProject, schemaPath, serverUrl: await testServerUrl() }), '')
})

t.test('given several processes, when they migrate at the same time, then each migration is applied once in order', async (t) => {
  const { url, query } = await testDatabase(t)
  const migrationsFolder = await folderWith(t, {
    '20260101000000_one/migration.sql': withTrigger,
    '20260102000000_two/migration.sql': 'alter table tag add column kind text;',
    'migration_lock.toml': 'provider = "postgresql"',
  })
  const run = () => migrate({ databaseUrl: url, projects: [kitProject, { schema: 'public', migrationsFolder }] })
  const applied = await Promise.all([run(), run(), run()])
  t.same(applied.flat(), ['20260101000000_one', '20260102000000_two'])
  t.same(await query({ text: 'select * from tag' }), [{ id: 1, name: 'A; B', kind: null }])
  t.same(await query({ text: 'select migration_name from _prisma_migrations order by started_at' }), [
    { migration_name: '20260101000000_one' },
    { migration_name: '20260102000000_two' },
  ])
})

t.test(
  'given rights that another process changes, when a migration changes them too, then it is applied after that',
  async (t) => {
    const { url, query, inTransaction } = await testDatabase(t)
    const migrationsFolder = await folderWith(t, {
      '20260101000000_rights/migration.sql': 'grant create on schema public to pg_monitor;',
    })
    const waiting = `select from pg_stat_activity where datname = current_database() and application_name = 'oms migrate' and wait_event_type = 'Lock'`
    const { migrating } = await inTransaction(async (tx) => {
      await tx.execute({ text: 'grant create on schema public to pg_read_all_data' })
      const migrating = migrate({ databaseUrl: url, projects: [{ schema: 'public', migrationsFolder }] })
      await eventually(async () => (await query({ text: waiting })).length === 1, 'the migration waits')
      return { migrating }
    })
    t.same(await migrating, ['20260101000000_rights'])
    const rights = `select has_schema_privilege('pg_monitor', 'public', 'create') and has_schema_privilege('pg_read_all_data', 'public', 'create') as both`
    t.same(await query({ text: rights }), [{ both: true }])
  },
)

t.test('given a failing migration, when it runs, then the error names it and a repaired one is applied', async (t) => {
  const { url, query } = await testDatabase(t)
  const migrationsFolder = await folderWith(t, {
    '20260101000000_bad/migration.sql': 'create table tag (id integer); insert into tag values (1, 2);',
  })
  const run = () => migrate({ databaseUrl: url, projects: [{ schema: 'public', migrationsFolder }] })
  await t.rejects(run(), /20260101000000_bad: INSERT has more expressions.*line 1/)
  t.same(await query({ text: `select to_regclass('tag') as tag` }), [{ tag: null }])
  await writeFile(join(migrationsFolder, '20260101000000_bad/migration.sql'), 'create table tag (id integer);')
  t.same(await run(), ['20260101000000_bad'])
  await writeFile(join(migrationsFolder, '20260101000000_bad/migration.sql'), 'create table tag (id bigint);')
  await t.rejects(run(), /changed after they were applied: 20260101000000_bad/)
})

/** What the schema engine of Prisma, which earlier versions ran, noted of a migration. */
const rowOfEngine = (name: string, script: string, finished: string) => ({
  text: `insert into _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
    values (gen_random_uuid()::text, $1, $2, now(), ${finished}, 1)`,
  values: [createHash('sha256').update(script).digest('hex'), name],
})

t.test('given a database that Prisma migrated, when it is migrated, then it continues and finds a changed script', async (t) => {
  const { url, query } = await testDatabase(t)
  const first = 'create table tag (id integer);'
  const migrationsFolder = await folderWith(t, {
    '20260101000000_one/migration.sql': first,
    '20260102000000_two/migration.sql': 'alter table tag add column kind text;',
  })
  const run = () => migrate({ databaseUrl: url, projects: [{ schema: 'public', migrationsFolder }] })
  await query({ text: historyOfEngine })
  await query({ text: first })
  await query(rowOfEngine('20260101000000_one', first, 'now()'))
  t.same(await run(), ['20260102000000_two'])
  t.same(await run(), [])
  await writeFile(join(migrationsFolder, '20260101000000_one/migration.sql'), first.replace(';', '\r\n;'))
  await t.rejects(run(), /changed after they were applied: 20260101000000_one/)
})

t.test('given a database migrated with other ends of lines, when it is migrated, then no script has changed', async (t) => {
  const { url, query } = await testDatabase(t)
  const first = 'create table tag (\n  id integer\n);\n'
  const migrationsFolder = await folderWith(t, { '20260101000000_one/migration.sql': first })
  await query({ text: historyOfEngine })
  await query(rowOfEngine('20260101000000_one', first.replaceAll('\n', '\r\n'), 'now()'))
  t.same(await migrate({ databaseUrl: url, projects: [{ schema: 'public', migrationsFolder }] }), [])
})

t.test('given a migration that failed before, when it is migrated, then it is marked as rolled back and applied', async (t) => {
  const { url, query } = await testDatabase(t)
  const script = 'create table tag (id integer);'
  const migrationsFolder = await folderWith(t, { '20260101000000_one/migration.sql': script })
  await query({ text: historyOfEngine })
  await query(rowOfEngine('20260101000000_one', 'an earlier script', 'null'))
  t.same(await migrate({ databaseUrl: url, projects: [{ schema: 'public', migrationsFolder }] }), ['20260101000000_one'])
  const rows = await query({
    text: 'select finished_at is null as failed, rolled_back_at is null as counts from _prisma_migrations order by started_at',
  })
  t.same(rows, [
    { failed: true, counts: false },
    { failed: false, counts: true },
  ])
})

t.test('given a migration, when it is applied, then its row is the one that Prisma would write', async (t) => {
  const { url, query } = await testDatabase(t)
  const migrationsFolder = await folderWith(t, { '20260101000000_one/migration.sql': 'create table tag (id integer);' })
  await migrate({ databaseUrl: url, projects: [{ schema: 'public', migrationsFolder }] })
  const [row = {}] = await query({ text: 'select * from _prisma_migrations' })
  t.match(row, {
    id: /^[0-9a-f-]{36}$/,
    checksum: createHash('sha256').update('create table tag (id integer);').digest('hex'),
    finished_at: Date,
    migration_name: '20260101000000_one',
    logs: null,
    rolled_back_at: null,
    started_at: Date,
    applied_steps_count: 1,
  })
})

t.test('given a migration of its own, when it makes an index concurrently, then it is applied', async (t) => {
  const { url, query } = await testDatabase(t)
  const migrationsFolder = await folderWith(t, {
    '20260101000000_one/migration.sql': 'create table tag (id integer);',
    '20260102000000_two/migration.sql': 'create index concurrently tag_id_idx on tag (id);',
  })
  const run = () => migrate({ databaseUrl: url, projects: [{ schema: 'public', migrationsFolder }] })
  t.same(await run(), ['20260101000000_one', '20260102000000_two'])
  t.same(await query({ text: `select to_regclass('tag_id_idx')::text as index` }), [{ index: 'tag_id_idx' }])
  t.same(await run(), [])
})

t.test(
  'given an index that is made concurrently and takes its time, when a second process migrates meanwhile, then both succeed',
  async (t) => {
    const { url, inTransaction, query } = await testDatabase(t)
    const migrationsFolder = await folderWith(t, {
      '20260101000000_one/migration.sql': 'create table tag (id integer);',
      '20260102000000_two/migration.sql': 'create index concurrently tag_id_idx on tag (id);',
    })
    const projects = [{ schema: 'public', migrationsFolder }] as const
    await migrate({ databaseUrl: url, projects: [{ ...projects[0], only: ['20260101000000_one'] }] })
    const statements = async (pattern: RegExp) => {
      const text = `select query from pg_stat_activity where datname = current_database() and application_name = 'oms migrate'`
      return (await query<{ query: string }>({ text })).some((row) => pattern.test(row.query))
    }
    const running = await inTransaction(async (tx) => {
      // The index waits for the end of this write.
      await tx.query({ text: 'insert into tag values (1)' })
      const first = migrate({ databaseUrl: url, projects })
      await eventually(() => statements(/index concurrently/), 'the index is being made')
      const second = migrate({ databaseUrl: url, projects })
      await eventually(() => statements(/advisory_lock/), 'the second one waits')
      return [first, second]
    })
    t.same(await Promise.all(running), [['20260102000000_two'], []])
  },
)

t.test('given a database of another application, when it is migrated, then it is refused and unchanged', async (t) => {
  const { url, query } = await testDatabase(t)
  const migrationsFolder = await folderWith(t, { '20260101000000_one/migration.sql': 'create table tag (id integer);' })
  await query({ text: 'create table invoice (id integer)' })
  await t.rejects(
    migrate({ databaseUrl: url, projects: [{ schema: 'public', migrationsFolder }] }),
    /the schema public has tables of another application/,
  )
  t.same(await query({ text: `select to_regclass('tag') as tag` }), [{ tag: null }])
})

t.test('given a missing folder of migrations, when it is migrated, then the error names the folder', async (t) => {
  const { url } = await testDatabase(t)
  await t.rejects(
    migrate({ databaseUrl: url, projects: [{ schema: 'public', migrationsFolder: '/nowhere' }] }),
    /folder of migrations at \/nowhere/,
  )
})

t.test('given a missing database, when several processes migrate concurrently, then it is created once', async (t) => {
  const server = await testServerUrl()
  const url = new URL(server)
  url.pathname = '/test_made_on_demand'
  const { query } = await testDatabase(t)
  t.teardown(() => query({ text: 'drop database if exists test_made_on_demand with (force)' }).then(() => undefined))
  await Promise.all([ensureDatabase(url.href), ensureDatabase(url.href)])
  const migrationsFolder = await folderWith(t, { '20260101000000_one/migration.sql': withTrigger })
  t.same(await migrateService(url.href, migrationsFolder), [
    '20261121000000_events_and_idempotency',
    '20261121200000_interim_answers',
    '20261122193000_scope_of_kept_responses',
    '20261123120000_published_events',
    '20261125160000_event_losses',
    '20261129160000_audit_waiting',
    '20261201100000_event_content',
    '20261201100001_events_stored_once',
    '20260101000000_one',
  ])
})

const schema = `
  datasource db {
    provider = "postgresql"
  }
  model Tag {
    id    BigInt  @id @default(autoincrement())
    name  String
    kind  String?
    group Group[]
    @@map("tag")
  }
  model Group {
    id    Int @id
    tagId BigInt @map("tag_id")
    tag   Tag @relation(fields: [tagId], references: [id], onDelete: Restrict, onUpdate: Restrict)
    @@map("group")
  }`

t.test('given objects that a schema cannot express, when migrations are compared, then they are no difference', async (t) => {
  const folder = await folderWith(t, {
    'schema.prisma': schema,
    'migrations/20260101000000_one/migration.sql': `
      create table tag (id bigint generated always as identity primary key, name text not null, kind text,
        constraint tag_name_not_empty check (name <> '')) with (fillfactor = 70);
      create table "group" (id integer primary key, tag_id bigint not null,
        constraint group_tag_id_fkey foreign key (tag_id) references tag (id) on delete restrict on update restrict
          deferrable initially deferred);
      create function check_tag() returns trigger language plpgsql as $$ begin return null; end $$;
      create constraint trigger tag_checked after insert on tag deferrable initially deferred for each row execute function check_tag();
      create index tag_lower_idx on tag (lower(name));
      create index tag_partial_idx on tag (name) where kind is not null;
      create extension pg_trgm;
      create index tag_trgm_idx on tag using gin (lower(name) gin_trgm_ops);`,
  })
  const request = {
    schema: 'public' as const,
    migrationsFolder: join(folder, 'migrations'),
    schemaPath: join(folder, 'schema.prisma'),
  }
  t.equal(await diffMigrations({ ...request, serverUrl: await testServerUrl() }), '')
})

t.test('given a schema beyond its migrations, when they are compared, then the missing SQL is the difference', async (t) => {
  const folder = await folderWith(t, {
    'schema.prisma': schema,
    'migrations/20260101000000_one/migration.sql':
      'create table tag (id bigint generated always as identity primary key, name text);',
  })
  const request = {
    schema: 'public' as const,
    migrationsFolder: join(folder, 'migrations'),
    schemaPath: join(folder, 'schema.prisma'),
  }
  const difference = await diffMigrations({ ...request, serverUrl: await testServerUrl() })
  t.match(difference, /ADD COLUMN\s+"kind" TEXT/)
  t.match(difference, /ALTER COLUMN "name" SET NOT NULL/)
  t.match(difference, /CREATE TABLE "group"/)
})
