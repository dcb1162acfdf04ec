// What Prisma's command line tool does for the schemas of the databases: `generate` makes the
// client of every service, after installing and before types are checked; `format` formats the
// schemas; `check` validates them and prints which are unformatted. It may import nothing but Node
// itself.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import process from 'node:process'

const root = dirname(import.meta.dirname)
const prisma = join(root, 'node_modules', 'prisma')

// None of these commands needs an engine. Prisma asks for one all the same, and would fetch it from
// a server that closed networks do not reach.
const environment = {
  ...process.env,
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
  CHECKPOINT_DISABLE: '1',
}

function schemasIn(group) {
  const folders = readdirSync(join(root, group))
  return folders.map((name) => join(root, group, name, 'prisma', 'schema.prisma')).filter((schema) => existsSync(schema))
}

async function run(schema, ...args) {
  const child = spawn(process.execPath, [join(prisma, 'build', 'index.js'), ...args, '--schema', schema], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${relative(root, schema)}: prisma ${args.join(' ')} failed.\n${text}`)
}

/** Makes the client of a service; one whose schema has not changed stays as it is. */
async function generate(schema) {
  const output = join(dirname(dirname(schema)), 'src', 'database', 'generated')
  const stampFile = join(output, '.stamp')
  const version = readFileSync(join(prisma, 'package.json'))
  const stamp = createHash('sha256').update(version).update(readFileSync(schema)).digest('hex')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  rmSync(output, { recursive: true, force: true })
  await run(schema, 'generate', '--no-hints')
  writeFileSync(stampFile, stamp)
}

const commands = {
  generate: () => schemasIn('services').map(generate),
  format: () => [...schemasIn('services'), ...schemasIn('packages')].map((schema) => run(schema, 'format')),
  // Prisma validates a schema before it compares the format.
  check: () => [...schemasIn('services'), ...schemasIn('packages')].map((schema) => run(schema, 'format', '--check')),
}

try {
  const command = commands[process.argv[2]]
  if (command === undefined) throw new Error('Usage: node tools/prisma-schemas.mjs generate|format|check')
  await Promise.all(command())
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
