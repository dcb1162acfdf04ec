import { tenantConfigFiles, tenantJsonFiles } from '../tenant-config.ts'
import { changedFields, fieldText } from './changed-fields.ts'
import type { ConfigSet } from './config-set.ts'
import { type ConfigChange, diffOrderTypes, type RemovedStatus } from './diff-order-types.ts'

export type ConfigDiff = {
  changes: ConfigChange[]
  /**
   * What orders may have and the configuration no longer has: the beginning of a mapping for
   * `oms config migrate`.
   */
  removed: RemovedStatus[]
}

/** What a new configuration changes, in the order of the files. */
export function diffConfigs(before: ConfigSet, after: ConfigSet): ConfigDiff {
  const types = diffOrderTypes(before.orderTypes, after.orderTypes)
  const lists = buildComparedLists(before, after).flatMap((list) => diffList(list))
  const settings = changedFields(before.settings, after.settings).map((field) => ({
    file: tenantConfigFiles.settings.file,
    what: fieldText(field),
  }))
  const connectors = diffList(compareConnectors(before, after)).map((change) => withSteps(change, before))
  const order: readonly string[] = tenantJsonFiles.map(({ file }) => file)
  const changes = [...types.changes, ...lists, ...connectors, ...settings, ...diffTemplates(before, after)]
  return { changes: changes.sort((a, b) => changePosition(a, order) - changePosition(b, order)), removed: types.removed }
}

/** Templates come last. */
function changePosition({ file }: ConfigChange, order: readonly string[]): number {
  const index = order.indexOf(file)
  return index === -1 ? order.length : index
}

/** The change of a text is best seen in the text. */
function diffTemplates(before: ConfigSet, after: ConfigSet): ConfigChange[] {
  const [old, next] = [before, after].map(({ templates }) => new Map(templates.map(({ path, text }) => [path, text])))
  const paths = [...new Set([...(old?.keys() ?? []), ...(next?.keys() ?? [])])].sort()
  return paths.flatMap((file) => {
    const [from, to] = [old?.get(file), next?.get(file)]
    if (from === to) return []
    return [
      {
        file,
        what:
          from === undefined ? 'the template is added' : to === undefined ? 'the template is removed' : 'the template is changed',
      },
    ]
  })
}

type ConfigRecord = Readonly<Record<string, unknown>>
type ComparedList = {
  file: string
  kind: string
  before: readonly ConfigRecord[]
  after: readonly ConfigRecord[]
  key(item: ConfigRecord): string
}

function buildComparedLists(a: ConfigSet, b: ConfigSet): ComparedList[] {
  const field = (name: string) => (item: ConfigRecord) => String(item[name])
  const files = tenantConfigFiles
  const chart = ({ companyCode, storeId }: ConfigRecord) =>
    storeId === null ? String(companyCode) : `${companyCode}, ${storeId}`
  const sequence = ({ name, accountingCompanyCodes: codes }: ConfigRecord) =>
    [name, ...(Array.isArray(codes) ? codes : [])].join(', ')
  const group = ({ code, validFrom }: ConfigRecord) => (validFrom === null ? String(code) : `${code} from ${validFrom}`)
  return [
    { file: files.markets.file, kind: 'market', before: a.markets, after: b.markets, key: field('id') },
    { file: files.stores.file, kind: 'store', before: a.stores, after: b.stores, key: field('id') },
    {
      file: files.paymentMethods.file,
      kind: 'payment method',
      before: a.paymentMethods,
      after: b.paymentMethods,
      key: field('name'),
    },
    {
      file: files.numberSequences.file,
      kind: 'number sequence',
      before: a.numberSequences,
      after: b.numberSequences,
      key: sequence,
    },
    { file: files.charts.file, kind: 'chart of accounts', before: a.charts, after: b.charts, key: chart },
    { file: files.taxGroups.file, kind: 'tax group', before: a.taxGroups, after: b.taxGroups, key: group },
    {
      file: files.connectors.file,
      kind: 'webhook subscription',
      before: a.connectors.webhookSubscriptions,
      after: b.connectors.webhookSubscriptions,
      key: field('id'),
    },
    { file: files.apiClients.file, kind: 'client', before: a.apiClients, after: b.apiClients, key: field('clientId') },
    {
      file: files.customFields.file,
      kind: 'field',
      before: a.customFields,
      after: b.customFields,
      key: ({ on, key }) => `${on}.${key}`,
    },
    { file: files.users.file, kind: 'user', before: a.users, after: b.users, key: field('userName') },
    ...comparePlaces(a, b),
  ]
}

function comparePlaces({ consolePlaces: a }: ConfigSet, { consolePlaces: b }: ConfigSet): ComparedList[] {
  const { file } = tenantConfigFiles.consolePlaces
  const id = (item: ConfigRecord) => String(item.id)
  const labelled = ({ page, label }: ConfigRecord) => `${(label as { en: string }).en} (${page})`
  return [
    { file, kind: 'link', before: a.links, after: b.links, key: labelled },
    { file, kind: 'panel', before: a.panels, after: b.panels, key: id },
    { file, kind: 'button', before: a.buttons, after: b.buttons, key: id },
  ]
}

function compareConnectors(a: ConfigSet, b: ConfigSet): ComparedList {
  const { file } = tenantConfigFiles.connectors
  return {
    file,
    kind: 'connector',
    before: a.connectors.connectors,
    after: b.connectors.connectors,
    key: ({ name }) => String(name),
  }
}

function diffList({ file, kind, before, after, key }: ComparedList): ConfigChange[] {
  const [old, next] = [new Map(before.map((item) => [key(item), item])), new Map(after.map((item) => [key(item), item]))]
  const names = [...new Set([...old.keys(), ...next.keys()])]
  return names.flatMap((name) => {
    const [from, to] = [old.get(name), next.get(name)]
    if (from === undefined) return [{ file, what: `${kind} "${name}" is added` }]
    if (to === undefined) return [{ file, what: `${kind} "${name}" is removed` }]
    return changedFields(from, to).map((field) => ({ file, what: `${kind} "${name}": ${fieldText(field)}` }))
  })
}

/** A change of a connector touches the runs at the steps that use it. */
function withSteps(change: ConfigChange, { orderTypes }: ConfigSet): ConfigChange {
  const name = /^connector "(.+?)"(:| is )/.exec(change.what)?.[1]
  const steps = orderTypes.flatMap(({ orderStatuses }) => orderStatuses.flatMap(({ workflowSteps }) => workflowSteps))
  const stepIds = steps.filter(({ connector }) => connector === name).map(({ id }) => id)
  return stepIds.length === 0 ? change : { ...change, touched: { stepIds } }
}
