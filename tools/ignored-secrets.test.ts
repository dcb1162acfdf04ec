import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'

// A trial from outside followed the docs, put the signing key and a .env file into the checkout,
// and found both in the build's context.

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const guides = ['README.md', 'docker-compose.yml', ...globSync('docs/**/*.md', { cwd: root })]

/** Files with secrets that a guide names by a path inside the checkout. */
function secretFilesNamedIn(guide: string): string[] {
  const names = read(guide).matchAll(/(?<![\w/*.-])(?:\.\/)?((?:[\w-]+\/)*(?:[\w-]+\.(?:pem|key|p12|pfx)|\.env))(?![\w.])/g)
  return [...names].map(([, name]) => name as string)
}

const services = readdirSync(join(root, 'services'))
const secretFiles = [
  ...new Set([
    ...guides.flatMap(secretFilesNamedIn),
    // A start keeps the signing key and the passwords in its data folder; a second one has another
    // folder beside it.
    '.data/run.json',
    '.data-2/run.json',
    ...services.flatMap((service) => [`services/${service}/.env`, `services/${service}/.env.production`]),
  ]),
]
const examples = services.map((service) => `services/${service}/.env.example`)

/**
 * Those of the paths that a list of patterns in the form of .gitignore ignores, as
 * `git check-ignore` says.
 */
function ignoredBy(patterns: string, paths: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'oms-test-ignore-'))
  try {
    execFileSync('git', ['init', '--quiet'], { cwd: folder })
    writeFileSync(join(folder, '.gitignore'), patterns)
    const command = ['-c', 'core.excludesFile=', 'check-ignore', '--no-index', '--stdin']
    const { stdout, status, stderr } = spawnSync('git', command, { cwd: folder, input: paths.join('\n'), encoding: 'utf8' })
    // 1 says that none is ignored.
    if (status !== 0 && status !== 1) throw new Error(`git check-ignore ended with ${status}: ${stderr}`)
    return stdout.split('\n').filter((line) => line !== '')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Docker matches a pattern from the root of the context, git at any depth: a leading slash makes
 * git do as Docker does.
 */
function asGitPatterns(dockerignore: string): string {
  return dockerignore.replaceAll(/^(!?)(?=[^#!\s/])(?!\*\*\/)/gm, '$1/')
}

t.test('given the guides, when they are searched for files with secrets, then the signing key and .env are found', async (t) => {
  t.equal(secretFiles.includes('token-signing-key.pem'), true)
  t.equal(secretFiles.includes('.env'), true)
})

for (const [file, patternsOf] of [
  ['.gitignore', (text: string) => text],
  ['.dockerignore', asGitPatterns],
] as const) {
  t.test(
    `given a checkout with its secrets, when ${file} is applied, then every secret is ignored and the examples are not`,
    async (t) => {
      const patterns = patternsOf(read(file))
      t.same(ignoredBy(patterns, secretFiles).sort(), [...secretFiles].sort())
      t.same(ignoredBy(patterns, examples), [])
    },
  )
}

t.test(
  'given a pattern of .dockerignore without a folder, when a file is deeper, then the pattern does not match it',
  async (t) => {
    t.same(ignoredBy(asGitPatterns('.env\n**/*.pem'), ['.env', 'a/.env', 'a/b.pem']), ['.env', 'a/b.pem'])
  },
)
