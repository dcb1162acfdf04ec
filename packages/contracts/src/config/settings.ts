import { type Static, Type } from '@sinclair/typebox'
import {
  ConfigFile,
  ConfigObject,
  defineConfigFile,
  FlagWithDefault,
  Group,
  ListOrNone,
  OrNull,
  TimeZone,
  WithDefault,
  Words,
} from './config-file.ts'
import { DocumentSettings } from './document-settings.ts'
import { HoldRules } from './hold-rules.ts'

function Count(value: number, description: string, minimum = 1) {
  return Type.Integer({ minimum, maximum: 1_000_000_000, default: value, description })
}

export const RateLimit = ConfigObject(
  {
    bucketSize: Count(12_000, 'Requests that may be made in one burst.'),
    refillAmount: Count(1_000, 'Requests that become free again per interval.'),
    refillIntervalMs: Count(10_000, 'The interval.'),
    concurrentMax: Count(40, 'Concurrent requests.'),
  },
  'How much a client may call (security.md#rate-limits).',
)
export type RateLimit = Static<typeof RateLimit>

export const AccountingSettings = Group(
  {
    postingEnabled: FlagWithDefault(true, 'Postings are made.'),
    webFulfillmentPostingEnabled: FlagWithDefault(true, 'Postings of web orders are made.'),
    timeZone: WithDefault(TimeZone('Decides the day of a transaction; the time zone of a store wins.'), 'UTC'),
    cutOffHour: Type.Integer({
      minimum: 0,
      maximum: 23,
      default: 2,
      description: 'Hour of the following day after which a day is booked.',
    }),
    roundToWholeUnits: FlagWithDefault(false, 'Amounts are booked in whole units of the currency.'),
    balanceTolerance: Type.Number({ minimum: 0, default: 0.005, description: 'Largest residual that becomes a rounding line.' }),
    suspenseAccountNumber: OrNull(Words('Account of larger residuals.')),
    overShortAccountNumber: OrNull(Words('Account of cash that is over or short.')),
  },
  'Accounting (configuration.md#accounting-settings).',
)
export type AccountingSettings = Static<typeof AccountingSettings>

export const Settings = ConfigFile(
  {
    shopName: OrNull(Words('What people call the shop, in the header of the console.')),
    orderLock: FlagWithDefault(
      false,
      'A write to an order that another operation is changing returns 409 (orders.md#order-lock).',
    ),
    rejectStaleVersions: FlagWithDefault(
      false,
      'A full update whose versionId is not current returns 412 (http.md#entity-tags).',
    ),
    recalculateOnImport: FlagWithDefault(true, 'ImportMany computes totals again (orders.md#order-import).'),
    search: Group(
      {
        facetBudgetMs: Count(500, 'Longest time facets may take; past it a search returns no facets (search.md#facets).'),
        exactTotalMax: Count(
          10_000,
          'Matches of a free text that are counted; of more, a search says so (search.md#search-result).',
        ),
        scrollBatchSize: Type.Integer({
          minimum: 1,
          maximum: 1_000,
          default: 1_000,
          description: 'Rows of one scroll response.',
        }),
        scrollLifeSeconds: Count(300, 'Life of a scroll id after each call.'),
        scrollsPerClientMax: Count(20, 'Open scrolls of one client.'),
      },
      'Search of orders (search.md#search-filters).',
    ),
    carts: Group({ expireAfterDays: Count(30, 'Days until a cart expires.') }, 'Carts (carts.md#cart-expiry).'),
    packages: Group(
      {
        autoBreakdown: FlagWithDefault(true, 'A package added to an order or cart gets its component lines.'),
        allocatePricesToComponents: FlagWithDefault(false, 'The price of a package is spread over its components.'),
      },
      'Packages and bundles (packages.md#package-breakdown).',
    ),
    inventory: Group(
      {
        refuseUnknownWarehouses: FlagWithDefault(
          false,
          'A write of inventory that names a warehouse of no store is refused with 400. Otherwise it is accepted, with a `warning` in the result.',
        ),
        lowStockAt: WithDefault(
          Type.Number({
            minimum: 0,
            maximum: 1_000_000,
            description: 'Stock of which so many units or fewer are available is low (inventory.md#low-stock).',
          }),
          5,
        ),
      },
      'Inventory (inventory.md#inventory-writes).',
    ),
    payments: Group(
      {
        voidLeftAuthorizations: FlagWithDefault(
          true,
          'What is left of authorisations and cannot become due is voided when an order is delivered or cancelled.',
        ),
      },
      'Payments (payments.md#left-authorisations).',
    ),
    workflow: Group(
      {
        runRetentionDays: Count(90, 'Days that finished workflow runs are kept.'),
        hopsMax: Count(10, 'Status changes that one run may ask for.'),
        retryPauseFirstMs: Count(
          15_000,
          'First pause of a waiting run before its step is tried again; each further one is twice as long.',
        ),
        retryPauseMaxMs: Count(600_000, 'Longest pause of a waiting run.'),
      },
      'Workflow (workflow.md#status-update).',
    ),
    jobs: Group(
      { retentionDays: Count(30, 'Days that jobs are kept after their end, with their results.') },
      'Jobs (jobs.md#limits).',
    ),
    customers: Group(
      {
        bookkeepingYears: Count(
          5,
          'Years after the end of its year for which the ledger keeps what an erased customer bought, as the law on bookkeeping asks.',
        ),
      },
      'Customers (customers.md#customer-erasure).',
    ),
    shipping: Group(
      {
        refuseUnpaid: FlagWithDefault(
          false,
          'Goods of an order that is neither paid, authorised for what is due nor on invoice do not leave: 400 `OrderIsUnpaid`. Otherwise the result warns.',
        ),
      },
      'Shipping (shipments.md#unpaid-orders).',
    ),
    holds: Group({ rules: HoldRules }, 'Holds of orders (holds.md#hold-rules).'),
    messages: Group(
      {
        senders: ListOrNone(
          Words('E-mail address (`oslo@example.com`) or domain (`example.com`, without its subdomains).'),
          "Senders that a request may choose for an e-mail (`emailFrom`) besides the connector's own.",
        ),
        senderNames: OrNull(
          Type.Array(Words('Name of a sender.'), {
            description: 'Names of senders that a request may choose for an e-mail (`senderName`), in any letter case.',
          }),
        ),
        otherRecipients: FlagWithDefault(
          true,
          'E-mails and SMS of a comment may go to addresses and numbers that are not of the order.',
        ),
        otherRecipientsPerDay: Count(500, 'So many such recipients a client, or a person, may choose in a day (UTC).', 0),
      },
      'E-mails and SMS (documents-and-notifications.md#comments).',
    ),
    audit: Group({ retentionDays: Count(730, 'Days that records are kept.', 90) }, 'Audit log (audit.md#retention).'),
    documents: DocumentSettings,
    accounting: AccountingSettings,
    rateLimit: WithDefault(RateLimit, {} as never),
  },
  'Settings of the tenant.',
)
export type Settings = Omit<Static<typeof Settings>, '$schema'>

export const settingsFile = defineConfigFile({
  file: 'settings.json',
  summary: 'Switches, limits and accounting settings.',
  schema: Settings,
  read: ({ $schema: _schema, ...settings }): Settings => settings,
})
