import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testServerUrl } from '@open-oms/service-kit/testing/test-database'
import t from 'tap'
import { writeMigration } from './new-migration.ts'

const schemaWith = (fieldLines: string) => `
  datasource db {
    provider = "postgresql"
  }
  model Note {
    id Int @id
    ${fieldLines}
    @@map("note")
  }`

t.test('given a schema that grows, when a migration is written, then it has what the migrations before lack', async (t) => {
  const prismaFolder = await mkdtemp(join(tmpdir(), 'oms-test-new-migration-'))
  t.teardown(() => rm(prismaFolder, { recursive: true, force: true }))
  const serverUrl = await testServerUrl()
  const write = async (fieldLines: string, fields: { name: string; day: number; isEmpty?: boolean }) => {
    await writeFile(join(prismaFolder, 'schema.prisma'), schemaWith(fieldLines))
    const now = new Date(`2026-03-0${fields.day}T12:00:00Z`)
    return await writeMigration({
      prismaFolder,
      schema: 'public',
      name: fields.name,
      now,
      serverUrl: fields.isEmpty ? null : serverUrl,
    })
  }
  const withTitle = 'text String\n title String?'
  const first = await write('text String', { name: 'first', day: 1 })
  t.equal(first, join(prismaFolder, 'migrations/20260301120000_first/migration.sql'))
  t.match(await readFile(first ?? '', 'utf8'), /CREATE TABLE "note"/)
  const second = await write(withTitle, { name: 'second', day: 2 })
  const script = await readFile(second ?? '', 'utf8')
  t.match(script, /ADD COLUMN\s+"title" TEXT/)
  t.notMatch(script, /CREATE TABLE/)
  t.equal(await write(withTitle, { name: 'third', day: 3 }), null)
  const empty = await write(withTitle, { name: 'by-hand', day: 3, isEmpty: true })
  t.equal(empty, join(prismaFolder, 'migrations/20260303120000_by_hand/migration.sql'))
  t.equal(await readFile(empty ?? '', 'utf8'), '')
})
