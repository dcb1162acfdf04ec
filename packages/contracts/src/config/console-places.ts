import { type Static, Type } from '@sinclair/typebox'
import { permissions } from '../permissions.ts'
import { Word } from '../primitives.ts'
import { findDuplicates, findUnresolved, namesWithin, problemIn } from './checks/find-problems.ts'
import {
  ConfigFile,
  ConfigObject,
  type ConfigProblem,
  defineConfigFile,
  FlagWithDefault,
  ListOrNone,
  Name,
  OrNull,
  WithDefault,
  WithOptions,
} from './config-file.ts'
import type { Connector } from './connectors.ts'
import type { OrderType } from './order-types.ts'
import { findUrlFault, pagePlaceholders } from './url-template.ts'

/** The pages of the console that have places for what a shop adds. */
export const placePages = ['order', 'product', 'customer'] as const
export type PlacePage = (typeof placePages)[number]

/**
 * The operations that the token of a panel may be good for (security.md#panel-tokens): plain reads
 * of one thing, never a search, a list or an export.
 */
export const panelReads = ['getOrder', 'readTimeline', 'listHolds', 'getCustomer', 'getProduct', 'getBusinessCustomer'] as const
export type PanelRead = (typeof panelReads)[number]

const FILE = 'console-places.json'
const PLACES_MAX = 20

function Id(description: string) {
  return Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,49}$', description })
}

function Texts(description: string) {
  return ConfigObject({ en: Name('In English.'), nb: OrNull(Name('In Norwegian; the English text when absent.')) }, description)
}

const page = WithOptions(Word(placePages), { description: 'The page that it is on: `order`, `product` or `customer`.' })
const permission = OrNull(
  WithOptions(Word(permissions), { description: 'Only who has this permission sees it. Null: everybody.' }),
)
const url = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description:
    'An https address; http on this machine alone (`localhost`). Placeholders behind the host: `{orderId}`, `{orderNumber}`, ' +
    '`{customerId}`, `{email}`, `{storeId}`, `{productId}`, `{customerKey}`, as the page knows them.',
})

const PlacedLink = ConfigObject(
  { label: Texts('The text of the link.'), page, url, permission },
  'A link of a page, which opens in a window of its own.',
)
export type PlacedLink = Static<typeof PlacedLink>

const Panel = ConfigObject(
  {
    id: Id('Unique: 1 to 50 small letters, digits and dashes.'),
    label: Texts('The heading of the panel.'),
    page,
    url,
    height: WithDefault(Type.Integer({ minimum: 80, maximum: 1_200, description: 'Height of the frame in pixels.' }), 320),
    permission,
    reads: ListOrNone(
      WithOptions(Word(panelReads), { description: 'An operation of the interface.' }),
      'What the token of the panel may read, for people who may read it themselves. Empty: it gets no token.',
    ),
    seesPersonalData: FlagWithDefault(false, 'What it reads has personal data, for people who may see it themselves.'),
  },
  'A page of another system, shown in a sandboxed frame.',
)
export type Panel = Static<typeof Panel>

const OrderButton = ConfigObject(
  {
    id: Id('Unique: 1 to 50 small letters, digits and dashes.'),
    label: Texts('The text of the button.'),
    confirmation: OrNull(Texts('What people read before they press it, beside what would change.')),
    statuses: ListOrNone(Name('Status.'), 'The statuses of orders in which it is offered; empty: all.'),
    connector: Name('The connector of kind `ask` that is asked.'),
    question: OrNull(Name('What it is asked as `question`; the id of the button when absent.')),
    permission,
  },
  'A button of the order page that asks a service and does what it answers.',
)
export type OrderButton = Static<typeof OrderButton>

function Places<T extends typeof PlacedLink | typeof Panel | typeof OrderButton>(items: T, description: string) {
  return WithOptions(ListOrNone(items, description), { maxItems: PLACES_MAX })
}

export const ConsolePlaces = ConfigFile(
  {
    links: Places(PlacedLink, 'Links, in the order in which they are shown.'),
    panels: Places(Panel, 'Panels, in the order in which they are shown.'),
    buttons: Places(OrderButton, 'Buttons of the order page, in the order in which they are shown.'),
  },
  'Links, panels and buttons that a shop adds to the pages of the console.',
)
export type ConsolePlaces = Static<typeof ConsolePlaces>

export const consolePlacesFile = defineConfigFile({
  file: FILE,
  summary: 'Links, panels and buttons that a shop adds to the pages of the console. It may be missing.',
  schema: ConsolePlaces,
  whenMissing: { links: [], panels: [], buttons: [] },
  read: ({ links, panels, buttons }) => ({ links, panels, buttons }),
})

type Content = Pick<ConsolePlaces, 'links' | 'panels' | 'buttons'>

/** Ids are unique, and addresses are https with placeholders that their page knows. */
export function findConsolePlaceProblems({ links, panels, buttons }: Content): ConfigProblem[] {
  const id = { file: FILE, key: 'id', value: (item: { id: string }) => item.id }
  return [
    ...findUrlProblems('links', links),
    ...findDuplicates({ ...id, list: 'panels', items: panels }),
    ...findUrlProblems('panels', panels),
    ...findHiddenReads(panels),
    ...findDuplicates({ ...id, list: 'buttons', items: buttons }),
  ]
}

function findUrlProblems(list: string, items: readonly Pick<PlacedLink, 'page' | 'url'>[]): ConfigProblem[] {
  return items.flatMap(({ page, url }, index) => {
    const fault = findUrlFault(url, pagePlaceholders[page])
    return fault === null ? [] : [problemIn(FILE)(`${list}[${index}].url`, fault.reason, fault.remedy)]
  })
}

/** A customer is personal data as a whole. */
function findHiddenReads(panels: readonly Panel[]): ConfigProblem[] {
  return panels.flatMap(({ reads, seesPersonalData }, index) => {
    const position = seesPersonalData ? -1 : reads.indexOf('getCustomer')
    if (position === -1) return []
    const remedy = 'Set seesPersonalData to true, or remove it.'
    return [problemIn(FILE)(`panels[${index}].reads[${position}]`, 'is refused without seesPersonalData', remedy)]
  })
}

/** Buttons ask connectors of kind `ask`. */
export function findButtonConnectorProblems({ buttons }: Content, connectors: readonly Connector[]): ConfigProblem[] {
  const names = connectors.flatMap(({ kind, name }) => (kind === 'ask' ? [name] : []))
  const references = buttons.map(({ connector }, index) => ({ path: `buttons[${index}].connector`, name: connector }))
  return findUnresolved(FILE, references, { what: 'a connector of kind ask', names })
}

/** Buttons name statuses that some order type has. */
export function findButtonStatusProblems({ buttons }: Content, types: readonly OrderType[]): ConfigProblem[] {
  const names = types.flatMap(({ orderStatuses }) => orderStatuses.map(({ name }) => name))
  return findUnresolved(FILE, namesWithin('buttons', buttons, 'statuses'), { what: 'a status of an order type', names })
}
