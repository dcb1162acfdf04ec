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

/** The packages of a group with a schema, which their `prisma.config.ts` names. */
function projectsIn(group) {
  const folders = readdirSync(join(root, group)).map((name) => join(root, group, name))
  return folders.filter((folder) => existsSync(join(folder, 'prisma.config.ts')))
}

async function run(folder, ...args) {
  const child = spawn(process.execPath, [join(prisma, 'build', 'index.js'), ...args], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${relative(root, folder)}: prisma ${args.join(' ')} failed.\n${text}`)
}

/** Makes the client of a service; one whose schema has not changed stays as it is. */
async function generate(folder) {
  const schema = join(folder, 'prisma', 'schema.prisma')
  const output = join(folder, 'src', 'database', 'generated')
  const stampFile = join(output, '.stamp')
  const version = readFileSync(join(prisma, 'package.json'))
  const stamp = createHash('sha256').update(version).update(readFileSync(schema)).digest('hex')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  rmSync(output, { recursive: true, force: true })
  await run(folder, 'generate', '--no-hints')
  writeFileSync(stampFile, stamp)
}

const commands = {
  generate: () => projectsIn('services').map(generate),
  format: () => [...projectsIn('services'), ...projectsIn('packages')].map((folder) => run(folder, 'format')),
  // Prisma validates a schema before it compares the format.
  check: () => [...projectsIn('services'), ...projectsIn('packages')].map((folder) => run(folder, 'format', '--check')),
}

try {
  const command = commands[process.argv[2]]
  if (command === undefined) throw new Error('Usage: node tools/prisma-schemas.mjs generate|format|check')
  await Promise.all(command())
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
