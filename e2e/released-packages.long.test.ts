// Own process: its environment says what a release is made from.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { productVersion } from '@open-oms/contracts/version'
import { startBrowser } from '@open-oms/local-servers/start-browser'
import { root } from '@open-oms/system/root'
import t from 'tap'
import { build, createServer } from 'vite'
import webpack from 'webpack'
import { parse } from 'yaml'

// How-to: docs/how-to/release.md.

const run = promisify(execFile)
const folder = await mkdtemp(join(await realpath(tmpdir()), 'oms-released-'))
t.teardown(() => rm(folder, { recursive: true, force: true }))
const released = join(folder, 'released')
const program = join(root, 'tools', 'pack.ts')
const made = { revision: '0123456789abcdef0123456789abcdef01234567', date: '2026-01-31T08:00:00Z' }
const onOneLine = `${productVersion} (0123456789ab, 2026-01-31)`
Object.assign(process.env, { OMS_REVISION: made.revision, OMS_BUILD_DATE: made.date })
await run(process.execPath, ['--conditions=development', program, '--to', released], { maxBuffer: 2 ** 26 })

/** A new project that nothing of the checkout is near, with the archives of packages installed. */
async function project(name: string, packages: readonly string[]): Promise<string> {
  const own = join(folder, name)
  await mkdir(own)
  await writeFile(join(own, 'package.json'), JSON.stringify({ name, private: true, type: 'module' }))
  const archives = packages.map((one) => join(released, 'npm', `open-oms-${one}-${productVersion}.tgz`))
  // The one package of others that they need; a registry has it.
  const typebox = await realpath(join(root, 'packages', 'extend', 'node_modules', '@sinclair', 'typebox'))
  const others = packages.includes('extend') ? [join(own, 'typebox.tgz')] : []
  for (const archive of others) await run('tar', ['--hard-dereference', '-czf', archive, '-C', dirname(typebox), 'typebox'])
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...archives, ...others], { cwd: own })
  return own
}

const browserProgram = `
import { createClient } from '@open-oms/client'
import { isApiError } from '@open-oms/client/errors'
globalThis.called = createClient({ baseUrl: 'https://oms.example', token: async () => 'x' }) && isApiError
`

t.test('given a release, when its folder is read, then it has every part and the sums are those of the files', async (t) => {
  const parts = Object.fromEntries(
    await Promise.all(['npm', 'chart', 'api'].map(async (part) => [part, await readdir(join(released, part))])),
  )
  const connectors = ['bring', 'labels', 'stripe', 'vipps-mobilepay'].map((name) => `connector-${name}`)
  t.same(
    parts.npm.sort(),
    ['cli', 'client', ...connectors, 'extend'].map((name) => `open-oms-${name}-${productVersion}.tgz`),
  )
  t.same(parts.chart, [`open-oms-${productVersion}.tgz`])
  const services = ['accounting-read', 'catalog-assets', 'connectors', 'gateway', 'orders-workflow']
  t.same(parts.api.sort(), [...services.map((name) => `${name}.openapi.json`), 'events.asyncapi.json'].sort())
  const sums = (await readFile(join(released, 'SHA256SUMS'), 'utf8')).trim().split('\n')
  t.equal(sums.length, parts.npm.length + parts.chart.length + parts.api.length)
  for (const line of sums) {
    const [sum, file = ''] = line.split('  ')
    t.equal(
      createHash('sha256')
        .update(await readFile(join(released, file)))
        .digest('hex'),
      sum,
      file,
    )
  }
  t.match(await readFile(join(released, 'NOTES.md'), 'utf8'), /^- /m)
})

t.test(
  'given the archives, when Node has them alone, then client, extensions and command line work with their types',
  async (t) => {
    const own = await project('program', ['client', 'extend', 'cli'])
    t.same(
      (await readdir(join(own, 'node_modules', '@open-oms'))).sort(),
      ['cli', 'client', 'extend'],
      'no other of the workspace',
    )
    const exported = JSON.parse(await readFile(join(own, 'node_modules', '@open-oms', 'extend', 'package.json'), 'utf8')).exports
    const imports = Object.keys(exported).map((path) => `import '@open-oms/extend${path.slice(1)}'`)
    const steps = `${imports.join('\n')}
import { createClient } from '@open-oms/client'
import type { Order } from '@open-oms/client/types'
import { defineStep } from '@open-oms/extend/step'
import { runStep, testOrder } from '@open-oms/extend/testing'
const step = defineStep({
  kind: 'change', names: ['Mark'], properties: {},
  reference: { does: 'Marks', conditions: [], warnings: [], errors: [] },
  apply: (order) => ({ order: { ...order, tags: [...order.tags, 'marked'] }, actionStatus: 'Success' }),
})
const client = createClient({ baseUrl: 'http://127.0.0.1:9', token: async () => 'x' })
export const read = (orderId: string): Promise<Order> => client.get('/api/Orders/{orderId}', { params: { orderId } })
const { order } = await runStep(step, testOrder({ tags: ['new'] }))
console.log(order.tags.join())
`
    await writeFile(join(own, 'program.ts'), steps)
    t.equal((await run(process.execPath, ['program.ts'], { cwd: own })).stdout, 'new,marked\n')
    const compilerOptions = {
      strict: true,
      noEmit: true,
      module: 'NodeNext',
      target: 'ES2024',
      lib: ['ES2024', 'DOM'],
      types: ['node'],
      typeRoots: [join(root, 'node_modules', '@types')],
    }
    await writeFile(join(own, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['program.ts'] }))
    const faults = await run(join(root, 'node_modules', '.bin', 'tsc'), [], { cwd: own }).then(
      () => '',
      ({ stdout }) => stdout,
    )
    t.equal(faults, '', 'its types are whole')
    const { stdout } = await run(join(own, 'node_modules', '.bin', 'oms'), ['--version'], { cwd: own })
    t.equal(stdout, `${onOneLine}\n`)
  },
)

t.test('given a release of a commit, when its parts are read, then all say version, commit and date', async (t) => {
  for (const archive of await readdir(join(released, 'npm'))) {
    const { stdout } = await run('tar', ['-xOzf', join(released, 'npm', archive), 'package/package.json'])
    t.match(JSON.parse(stdout), { version: productVersion, build: made }, archive)
  }
  for (const file of await readdir(join(released, 'api'))) {
    const { info } = JSON.parse(await readFile(join(released, 'api', file), 'utf8'))
    t.match(info, { version: productVersion, 'x-build': made }, file)
  }
  const chart = join(released, 'chart', `open-oms-${productVersion}.tgz`)
  t.match(parse((await run('tar', ['-xOzf', chart, 'open-oms/Chart.yaml'])).stdout), {
    version: productVersion,
    appVersion: productVersion,
    annotations: {
      'org.opencontainers.image.revision': made.revision,
      'org.opencontainers.image.created': made.date,
    },
  })
})

t.test("given the client alone, when Vite's development server sends it to a browser, then it is loaded", async (t) => {
  const own = await project('page', ['client'])
  await writeFile(join(own, 'shop.js'), browserProgram)
  await writeFile(join(own, 'index.html'), '<!doctype html><title>Shop</title><script type="module" src="/shop.js"></script>')
  const server = await createServer({ root: own, configFile: false, logLevel: 'silent', server: { host: '127.0.0.1', port: 0 } })
  t.teardown(() => server.close())
  await server.listen()
  const browser = await startBrowser()
  t.teardown(() => browser.close())
  const page = await browser.newPage()
  const failures: string[] = []
  page.on('pageerror', (error) => failures.push(error.message))
  await page.goto(server.resolvedUrls?.local[0] ?? '')
  await page.waitForFunction('typeof called === "function"')
  t.same(failures, [])
})

t.test('given the client alone, when Vite and webpack bundle it for browsers, then nothing is missing', async (t) => {
  const own = await project('shop', ['client'])
  await writeFile(join(own, 'shop.js'), browserProgram)
  const lib = { entry: join(own, 'shop.js'), formats: ['es' as const], fileName: 'shop' }
  await build({ root: own, configFile: false, logLevel: 'silent', build: { lib, outDir: join(own, 'vite'), minify: true } })
  const settings = { mode: 'production' as const, target: 'web', context: own, entry: './shop.js' }
  const compiler = webpack({ ...settings, output: { path: join(own, 'webpack'), filename: 'shop.js' } })
  const stats = await new Promise<webpack.Stats | undefined>((resolve, reject) => {
    compiler?.run((error, result) => (error ? reject(error) : resolve(result)))
  })
  t.same(stats?.toJson({ errors: true, warnings: true }).errors, [])
  for (const bundler of ['vite', 'webpack']) {
    const bundle = await readFile(join(own, bundler, 'shop.js'), 'utf8')
    t.match(bundle, 'https://oms.example', bundler)
    t.notMatch(bundle, /\bfrom ?["']@|require\(["']/, `${bundler}: it needs nothing else`)
  }
})
