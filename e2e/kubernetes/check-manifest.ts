import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Manifest } from './rendered-chart.ts'

type Problem = { instancePath: string; message?: string; keyword: string; params: unknown }
type Validate = { (value: unknown): boolean; errors?: Problem[] | null }

/** Where the schemas of groups are that Kubernetes itself does not have, and their names. */
const packages: Readonly<Record<string, { module: string; prefix: string }>> = {
  'monitoring.coreos.com': {
    module: import.meta.resolve('@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1'),
    prefix: 'ComGithubPrometheusOperatorPrometheusOperatorPkgApisMonitoring',
  },
  'gateway.networking.k8s.io': {
    module: import.meta.resolve('@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1'),
    prefix: 'IoK8sSigsGatewayApiApis',
  },
}

/**
 * What in a manifest breaks the schema of its kind in the interface of Kubernetes, unknown fields
 * included. Empty when nothing does.
 */
export async function validateManifest(manifest: Manifest): Promise<string[]> {
  const validate = await loadSchema(manifest)
  const [seen, unknown] = watched(manifest)
  const isValid = validate(seen)
  const broken = isValid
    ? []
    : (validate.errors ?? []).map((one) => `${one.instancePath} ${one.keyword} ${JSON.stringify(one.params)}`)
  return [...broken, ...unknown().map((path) => `${path} is unknown`)]
}

/** The compiled JSON schema of a kind. */
async function loadSchema({ apiVersion, kind }: Manifest): Promise<Validate> {
  const [version, group = 'core'] = String(apiVersion).split('/').reverse() as [string, string | undefined]
  const own = {
    module: import.meta.resolve('kubernetes-models/apps/v1'),
    prefix: `IoK8sApi${capital(group.split('.')[0] as string)}`,
  }
  const { module, prefix } = packages[group] ?? own
  const folder = join(fileURLToPath(module), '..', '..', '..', '_schemas')
  return (await import(pathToFileURL(join(folder, `${prefix}${capital(version)}${kind}.js`)).href)).validate
}

const capital = (word: string) => `${word[0]?.toUpperCase()}${word.slice(1)}`

/**
 * A value that notes which of its fields are read, and a function that returns the paths of the
 * others. The compiled schemas accept fields that they do not know, which Kubernetes refuses or
 * drops; but they read every field that they know.
 */
function watched(value: Manifest, path = ''): [Manifest, () => string[]] {
  if (typeof value !== 'object' || value === null) return [value, () => []]
  const read = new Set<string>()
  const children = new Map<string, [Manifest, () => string[]]>(
    Object.entries(value).map(([name, child]) => [name, watched(child, `${path}/${name}`)]),
  )
  const proxy = new Proxy(value, {
    get(target, name) {
      const child = typeof name === 'string' ? children.get(name) : undefined
      if (child === undefined) return Reflect.get(target, name)
      read.add(name as string)
      return child[0]
    },
  })
  const unknown = () => {
    // A map of any names, of which the schema says nothing.
    if (read.size === 0) return []
    return [...children].flatMap(([name, [, below]]) => (read.has(name) ? below() : [`${path}/${name}`]))
  }
  return [proxy, unknown]
}
