/**
 * `npm run verify:deployment`: builds the images, runs the system from docker-compose.yml and shows
 * that it keeps what it promises: the stories, killed containers, an update under load, backup and
 * restore (docs/how-to/deploy-with-compose.md).
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { commandLine } from '@open-oms/system/command-line'
import { backUp, restore, settledFingerprint } from './verify-deployment/backup.ts'
import { backUpUnderLoad } from './verify-deployment/backup-under-load.ts'
import { type Deployment, prepareDeployment } from './verify-deployment/deployment.ts'
import { type Engine, findEngine } from './verify-deployment/engine.ts'
import { killAndRestart, restartAll } from './verify-deployment/faults.ts'
import {
  buildImage,
  contentHash,
  faultsOfImage,
  type Images,
  imageName,
  readBillOfMaterials,
  services,
  sizeOfImage,
} from './verify-deployment/images.ts'
import { programOutput } from './verify-deployment/run-program.ts'
import { runDemo, runStories } from './verify-deployment/stories.ts'
import { updateUnderLoad } from './verify-deployment/update-service.ts'
import { waitForHealth } from './verify-deployment/wait-until.ts'

const root = join(import.meta.dirname, '..')
const startedAt = Date.now()
const [FIRST, SECOND] = ['verify-1', 'verify-2']

const usage = `Usage: npm run verify:deployment -- [--node-image IMAGE] [--keep]

  --node-image IMAGE  builds on this image instead of that of deploy/Dockerfile
  --keep              leaves the system running at the end
`

function report(line: string): void {
  console.log(`  ${line}`)
}

async function step(title: string, work: () => Promise<void>): Promise<void> {
  console.log(`${String(Math.round((Date.now() - startedAt) / 1_000)).padStart(5)} s  ${title}`)
  await work()
}

async function buildImages(images: Images, revision: string): Promise<void> {
  for (const service of services) {
    const build = { service, version: FIRST, revision }
    await buildImage(images, build)
    const faults = await faultsOfImage(images, build)
    if (faults.length > 0) throw new Error(`The image of ${service}:\n  ${faults.join('\n  ')}`)
    const { components, specVersion } = await readBillOfMaterials(images, imageName(service, FIRST))
    const size = await sizeOfImage(images.engine, imageName(service, FIRST))
    report(`${service}: ${size} MB without its base; CycloneDX ${specVersion} lists ${components.length} packages`)
  }
}

/**
 * The images of the next version. That of one service is built from nothing, and has the same
 * files.
 */
async function buildNext(images: Images, revision: string): Promise<void> {
  const service = 'orders-workflow'
  await buildImage(images, { service, version: SECOND, revision, isFresh: true })
  const [first, second] = await Promise.all([FIRST, SECOND].map((version) => contentHash(images, imageName(service, version))))
  if (first !== second) throw new Error(`Two builds of ${service} differ: ${first} and ${second}.`)
  report(`${service}: the same files, ${first}`)
  for (const other of services) if (other !== service) await buildImage(images, { service: other, version: SECOND, revision })
}

async function compareAfterRestore(deployment: Deployment): Promise<void> {
  await deployment.compose('stop', 'gateway')
  const before = await settledFingerprint(deployment)
  await backUp(deployment)
  await deployment.compose('down', '--volumes')
  await restore(deployment)
  const after = await settledFingerprint(deployment)
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const different = names.filter((name) => before[name] !== after[name])
  if (different.length > 0)
    throw new Error(
      `After the restore these differ:\n${different.map((name) => `  ${name}: ${before[name]} / ${after[name]}`).join('\n')}`,
    )
  report(`${names.length} tables and files are as before`)
}

async function verify(
  engine: Engine,
  folder: string,
  { nodeImage, keep }: { nodeImage: string | null; keep: boolean },
): Promise<void> {
  const images = { engine, root, nodeImage }
  const revision = await programOutput(['git', 'rev-parse', 'HEAD'], { cwd: root })
  await step(`Images with ${engine.version}`, () => buildImages(images, revision))
  await step('The next version, built from nothing', () => buildNext(images, revision))
  const deployment = await prepareDeployment(engine, { root, folder, version: FIRST })
  try {
    await step('Start', async () => {
      await deployment.compose('down', '--volumes')
      await deployment.compose('up', '--detach')
      await waitForHealth(deployment.gatewayUrl)
    })
    await step('Stories through the gateway', () => runStories(deployment, report))
    await step('Demo', () => runDemo(deployment, report))
    await step('Containers are killed', () => killAndRestart(deployment, report))
    await step('Everything is restarted', () => restartAll(deployment))
    await step('An update under load', () => updateUnderLoad(deployment, SECOND, report))
    await step('Backup under load, loss of all volumes, restore', () => backUpUnderLoad(deployment, report))
    await step('The same with nothing under way, compared', () => compareAfterRestore(deployment))
    await step('Demo on what was restored', () => runDemo(deployment, report))
  } catch (error) {
    const logs = await deployment.compose('logs', '--tail', '50').catch(() => Buffer.from('no logs'))
    console.error(logs.toString())
    throw error
  } finally {
    if (!keep) await deployment.compose('down', '--volumes')
  }
  await step('The deployment keeps what it promises.', async () => undefined)
}

const { values } = commandLine({
  usage,
  options: { 'node-image': { type: 'string' }, keep: { type: 'boolean', default: false } },
})
const folder = await mkdtemp(join(tmpdir(), 'oms-verify-'))
try {
  await verify(await findEngine(), folder, { nodeImage: values['node-image'] ?? null, keep: values.keep })
} catch (error) {
  console.error(`\n${(error as Error).message}`)
  process.exitCode = 1
} finally {
  if (values.keep) console.log(`The system and its files stay: ${folder}`)
  else await rm(folder, { recursive: true, force: true })
}
