import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findHelm } from '@open-oms/tools/release/find-helm'
import { parseAllDocuments } from 'yaml'

export const chart = join(import.meta.dirname, '..', '..', 'deploy', 'chart')

// biome-ignore lint/suspicious/noExplicitAny: the schemas of Kubernetes say what a manifest is, and the tests which parts they expect.
export type Manifest = any

const rendered = new Map<string, Promise<Manifest[]>>()

/**
 * The manifests that the chart makes of some values, by path (`image.tag`), and of a file of
 * values. The chart is rendered once for the same values: nobody may change a manifest.
 */
export function renderChart(values: Record<string, unknown> = {}, file?: string): Promise<Manifest[]> {
  const settings = Object.entries(values).flatMap(([path, value]) => ['--set-json', `${path}=${JSON.stringify(value)}`])
  const args = ['template', 'oms', chart, ...(file === undefined ? [] : ['--values', file]), ...settings]
  const key = args.join('\0')
  const manifests = rendered.get(key) ?? render(args)
  rendered.set(key, manifests)
  return manifests
}

async function render(args: readonly string[]): Promise<Manifest[]> {
  const { stdout } = await promisify(execFile)(findHelm(), args, { maxBuffer: 16 * 1_024 * 1_024 })
  return parseAllDocuments(stdout)
    .map((document) => {
      if (document.errors.length > 0) throw document.errors[0]
      return document.toJS()
    })
    .filter((manifest) => manifest !== null)
}

/** Those of one kind, by name without that of the release. */
export function byName(manifests: readonly Manifest[], kind: string): Record<string, Manifest> {
  return Object.fromEntries(manifests.filter((one) => one.kind === kind).map((one) => [shortName(one), one]))
}

function shortName({ metadata }: Manifest): string {
  return metadata.name.replace(/^oms-/, '')
}

/** The templates of all pods: of Deployments and of Jobs. */
export function podTemplates(manifests: readonly Manifest[]): Record<string, Manifest> {
  const owners = manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
  return Object.fromEntries(owners.map((one) => [shortName(one), one.spec.template]))
}
