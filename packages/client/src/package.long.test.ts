import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { accountingRoutes } from '@open-oms/contracts/accounting/routes'
import { catalogRoutes } from '@open-oms/contracts/catalog/routes'
import { getOpenApiDocument, healthRoutes, tokenRoutes } from '@open-oms/contracts/gateway/routes'
import { sessionRoutes } from '@open-oms/contracts/gateway/session-routes'
import { orderRoutes } from '@open-oms/contracts/orders/routes/order-routes'
import { recordedExamples } from '@open-oms/contracts/recorded-examples'
import { addExamples } from '@open-oms/service-kit/openapi/add-examples'
import { exampleCall, typescriptSample } from '@open-oms/service-kit/openapi/code-samples'
import { openApiDocument } from '@open-oms/service-kit/openapi/openapi-document'
import { build } from 'esbuild'
import { publint } from 'publint'
import t from 'tap'
import type { components } from './generated/openapi.ts'

type Schemas = components['schemas']

/** Compiles, with the type check of the project, only where what is read can be sent. */
type Sendable<Read extends Sent, Sent> = Read
export type RoundTripTypes = [
  Sendable<Schemas['Order'], Schemas['OrderUpdate']>,
  Sendable<Schemas['Order'], Schemas['NewOrder']>,
  Sendable<Schemas['Order'], Schemas['NewNumberedOrder']>,
  Sendable<Schemas['Order'], Schemas['OrderPatch']>,
  Sendable<Schemas['OrderForm'], Schemas['OrderFormInput']>,
  Sendable<Schemas['OrderLine'], Schemas['OrderLineInput']>,
  Sendable<Schemas['OrderLine'], Schemas['OrderLinePatchById']>,
  Sendable<Schemas['OrderLine'], Schemas['CartLineQuantity']>,
  Sendable<Schemas['Payment'], Schemas['NewPayment']>,
  Sendable<Schemas['Shipment'], Schemas['ShipmentInput']>,
  Sendable<Schemas['Shipment'], Schemas['ShipmentPatchById']>,
  Sendable<Schemas['ReturnOrderForm'], Schemas['ReturnPatch']>,
  Sendable<Schemas['Cart'], Schemas['NewCart']>,
  Sendable<Schemas['Product'], Schemas['ProductInput']>,
  Sendable<Schemas['BusinessCustomer'], Schemas['BusinessCustomerInput']>,
  Sendable<Schemas['Asset'], Schemas['AssetInput']>,
  Sendable<Schemas['SavedSearch'], Schemas['SavedSearchRequest']>,
  Sendable<Schemas['ZReport'], Schemas['CloseZReport']>,
]

const packageFolder = join(import.meta.dirname, '..')
const compiler = join(packageFolder, '..', '..', 'node_modules', 'typescript', 'bin', 'tsc')
const rootCommand = (name: string) => join(packageFolder, '..', '..', 'node_modules', '.bin', name)
const commandInPackage = (name: string) => join(packageFolder, 'node_modules', '.bin', name)
const KIBIBYTE = 1_024

async function run(...args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')])
  return output
}

/**
 * The package as it is published: its archive, and unpacked in the node_modules of a folder that
 * nobody else has.
 */
async function published() {
  if (!existsSync(join(packageFolder, 'src', 'generated')))
    await run('--conditions=development', join(packageFolder, 'generate-types.ts'))
  const folder = await mkdtemp(join(tmpdir(), 'open-oms-client-'))
  const source = join(folder, 'source')
  const output = await run(compiler, '-p', join(packageFolder, 'tsconfig.build.json'), '--outDir', join(source, 'dist'))
  t.equal(output, '', 'it builds without Node.js')
  // Development dependencies are packages of the workspace, which is not here.
  const { devDependencies: _, ...manifest } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'))
  await writeFile(join(source, 'package.json'), JSON.stringify(manifest))
  await promisify(execFile)(rootCommand('pnpm'), ['--dir', source, 'pack', '--out', join(folder, 'client.tgz')])
  const target = join(folder, 'node_modules', '@open-oms', 'client')
  await mkdir(target, { recursive: true })
  await promisify(execFile)('tar', ['-xzf', join(folder, 'client.tgz'), '-C', target, '--strip-components=1'])
  return { folder, target, archive: join(folder, 'client.tgz') }
}

const { folder, target, archive } = await published()
t.teardown(() => rm(folder, { recursive: true, force: true }))

/** What a bundler makes for browsers of a program that imports the package. */
async function bundleForBrowser(program: string, conditions: string[] = []) {
  const result = await build({
    stdin: { contents: program, resolveDir: folder },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    conditions,
    metafile: true,
    logLevel: 'silent',
  })
  const [file] = result.outputFiles
  const inputs = Object.keys(result.metafile.inputs).map((path) => path.replace(/^.*\/dist\//, ''))
  return { bytes: gzipSync(file?.contents ?? '').length, inputs }
}

t.test('given the client, when it is bundled for browsers, then it is small and has what is imported alone', async (t) => {
  const calls = await bundleForBrowser("export { createClient } from '@open-oms/client'")
  t.comment(`createClient: ${calls.bytes} bytes, compressed`)
  t.ok(calls.bytes < 15 * KIBIBYTE)
  t.notOk(calls.inputs.some((path) => /^(orders|files|lists|accounting|webhooks)\.js$/.test(path)))
  const receiver = await bundleForBrowser("export { readWebhook } from '@open-oms/client/webhooks'")
  t.strictSame(
    receiver.inputs.filter((path) => path.endsWith('.js')),
    ['webhooks.js'],
  )
  const nothing = await bundleForBrowser("import '@open-oms/client'")
  t.ok(nothing.bytes < 100, 'what is not used is left out')
})

const program = `
import { createClient } from '@open-oms/client'
import { isApiError } from '@open-oms/client/errors'
import type { NewOrder, Order } from '@open-oms/client/types'

const oms = createClient({ baseUrl: 'http://127.0.0.1', token: 'token' })
export const body: NewOrder = { id: 'one', storeId: 'Oslo-01', orderType: 'Online', status: 'New' }
export const order: Order = await oms.post('/api/Orders', { body })
export const jobs = await oms.get('/api/Jobs')
export const nothing: null = await oms.delete('/api/Orders/Scroll/{scrollId}', { params: { scrollId: 's' } })
try {
  await oms.get('/api/Orders/{orderId}', { params: { orderId: 'one' } })
} catch (error) {
  if (isApiError(error, 'VersionConflict')) console.log(error.fields.changedFields.length, error.code === 'VersionConflict')
}
// @ts-expect-error The parameter of the path is missing.
await oms.get('/api/Orders/{orderId}')
// @ts-expect-error There is no such path.
await oms.get('/api/Ordres')
// @ts-expect-error There is no such method of the path.
await oms.delete('/api/Orders/Search')
// @ts-expect-error The body is required.
await oms.post('/api/Orders')
// @ts-expect-error A field has another type.
await oms.post('/api/Orders', { body: { ...body, status: 1 } })
// @ts-expect-error There is no such parameter.
await oms.get('/api/Jobs', { query: { states: 'Finished' } })
// @ts-expect-error There is no such code.
isApiError(null, 'NoSuchCode')
`

t.test(
  'given a program of a customer and all samples, when compiled strictly, then what is wrong does not compile, and all else does',
  async (t) => {
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      target: 'ES2022',
      lib: ['ES2022', 'DOM'],
      module: 'ESNext',
      moduleResolution: 'bundler',
      types: [],
    }
    await writeFile(join(folder, 'program.ts'), program)
    await writeFile(join(folder, 'samples.ts'), sampleProgram())
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts', 'samples.ts'] }))
    t.equal(await run(compiler, '-p', folder), '')
  },
)

/** The samples that the pages of the gateway show, each in a function of its own. */
function sampleProgram(): string {
  const contracts = [
    ...catalogRoutes,
    ...orderRoutes,
    ...accountingRoutes,
    ...tokenRoutes,
    ...sessionRoutes,
    getOpenApiDocument,
    ...healthRoutes,
  ]
  const document = openApiDocument({ title: 'T', version: '1', contracts })
  addExamples(document, recordedExamples)
  const samples = Object.entries(document.paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod)
      // The client has no calls for headers alone.
      .filter(([method]) => method !== 'head')
      .map(([method, operation]) => typescriptSample(exampleCall(method.toUpperCase(), path, operation))),
  )
  t.ok(samples.length > 100, 'there is a sample for each operation')
  const functions = samples.map((sample, index) => `export async function sample${index}() {\n${sample}\nreturn result\n}\n`)
  return `import { createClient } from '@open-oms/client'\nconst client = createClient({ baseUrl: 'http://127.0.0.1' })\n${functions.join('')}`
}

t.test('given the package, when it is published, then nothing has to be installed beside it and its files exist', async (t) => {
  const manifest = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'))
  t.notOk('dependencies' in manifest || 'peerDependencies' in manifest)
  t.match(manifest, { type: 'module', sideEffects: false, engines: { node: '>=20' } })
  const packed = JSON.parse(await readFile(join(target, 'package.json'), 'utf8'))
  t.strictSame(Object.keys(packed.exports), Object.keys(manifest.exports), 'all that the workspace imports')
  for (const [name, files] of Object.entries<Record<string, string>>(packed.exports)) {
    t.strictSame(Object.keys(files), ['types', 'default'], `${name}: no condition leads to the sources`)
    for (const file of Object.values(files)) t.ok(existsSync(join(target, file)), file)
  }
})

// Found by a report from outside: bundlers in development mode were led to files that are not
// packed.
t.test('given development mode, when the package is imported by Node.js or a bundler, then it resolves', async (t) => {
  const { exports } = JSON.parse(await readFile(join(target, 'package.json'), 'utf8'))
  const imports = Object.keys(exports).map((name) => `@open-oms/client${name.slice(1)}`)
  await writeFile(
    join(folder, 'imports.mjs'),
    `for (const name of ${JSON.stringify(imports)}) console.log(name, typeof (await import(name)))`,
  )
  for (const conditions of ['development', 'production'])
    t.strictSame(
      (await run(`--conditions=${conditions}`, join(folder, 'imports.mjs'))).trim().split('\n'),
      imports.map((name) => `${name} object`),
      conditions,
    )
  // What Vite and webpack add in their development modes.
  const { inputs } = await bundleForBrowser("export { createClient } from '@open-oms/client'", [
    'development',
    'module',
    'browser',
  ])
  t.ok(inputs.includes('client.js'))
})

t.test('given the archive, when tools for packages check it, then they find nothing', async (t) => {
  const { messages } = await publint({ pkgDir: target, strict: true })
  t.strictSame(messages, [])
  const checked = promisify(execFile)(commandInPackage('attw'), [archive, '--no-definitely-typed', '--profile', 'esm-only'])
  await t.resolves(checked, 'it ends with an error when a type cannot be found')
})
