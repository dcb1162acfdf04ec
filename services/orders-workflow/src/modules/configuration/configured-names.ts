import { type Account, type Chart, findChart } from '@open-oms/contracts/config/chart-of-accounts'
import type { OrderStatus } from '@open-oms/contracts/config/order-types'
import { mayWriteField } from '@open-oms/contracts/model/field-values'
import type { ConfiguredNames } from '@open-oms/contracts/orders/configuration/configured-names'
import type { Caller } from '@open-oms/service-kit/authentication/caller'
import type { OrdersConfig } from '../../order/rules/context/orders-config.ts'
import { declaredFields } from '../../order/rules/fields/declared-fields.ts'

/**
 * Statuses after which nothing remains to be done, and which no property of the configuration
 * marks.
 */
const closedByName: readonly string[] = ['Returned', 'PartiallyReturned', 'NotCollected', 'Deleted']

type NamedConfig = Pick<
  OrdersConfig,
  'markets' | 'orderTypes' | 'stores' | 'charts' | 'settings' | 'orderHandling' | 'paymentMethods' | 'customFields' | 'roles'
>

/**
 * Stores, markets, order types and statuses, without steps and policies; of the stores those that
 * the caller may see (configuration.md#configured-names).
 */
export function configuredNames(config: NamedConfig, caller: Caller): ConfiguredNames {
  const { markets, orderTypes, stores, charts, settings, orderHandling, paymentMethods } = config
  const { storeIds } = caller
  const { timeZone } = settings.accounting
  return {
    shopName: settings.shopName,
    timeZone,
    stores: stores
      .filter(({ id }) => storeIds?.includes(id) ?? true)
      .map((store) => ({
        id: store.id,
        name: store.name,
        marketId: store.marketId,
        timeZone: store.timeZone ?? timeZone,
        warehouses: [...store.warehouses],
        taxRates: salesTaxRates(findChart(store, charts)),
      })),
    markets: markets.map(({ id, currency, isDefault }) => ({ id, currency, isDefault })),
    paymentMethods: paymentMethods
      .filter(({ active }) => active)
      .map((method) => ({
        name: method.paymentMethodName ?? method.name,
        displayName: method.displayName,
        markets: [...method.markets],
        hasPaymentLink: method.paymentLink,
      })),
    orderTypes: orderTypes.map(({ name, defaultOrderType, enableEdit, orderStatuses }) => ({
      name,
      isDefault: defaultOrderType,
      mayBeEdited: enableEdit,
      statuses: orderStatuses.toSorted((one, other) => one.order - other.order).map(configuredStatus),
    })),
    lateAfterDays: orderHandling.lateAfterDays,
    holdReasons: orderHandling.holdReasons.map(({ code, en, nb }) => ({ code, en, nb: nb ?? en })),
    fields: configuredFields(config, caller),
    tags: orderHandling.tags.map(({ name, color }) => ({ name, color })),
  }
}

function configuredFields(config: NamedConfig, caller: Caller): ConfiguredNames['fields'] {
  return declaredFields(config).map((field) => {
    const { key, on, type, en, nb, required, choices, searchable, inList, onPage } = field
    return {
      ...{ key, on, type, en, required, searchable, inList, onPage },
      nb: nb ?? en,
      choices: choices.map((choice) => ({
        value: choice.value,
        en: choice.en ?? choice.value,
        nb: choice.nb ?? choice.en ?? choice.value,
      })),
      mayBeWritten: mayWriteField(field, caller, config.roles),
    }
  })
}

function salesTaxRates(chart: Chart | undefined): number[] {
  const sales = (chart?.accounts ?? []).filter(({ category, active }) => category === 'Sales' && active)
  return [...new Set(sales.flatMap(accountTaxRates))].toSorted((one, other) => one - other)
}

/** A Sales account is found by its discriminator, which is a rate, or is for all rates. */
function accountTaxRates({ discriminator, vatRate }: Account): number[] {
  const rate = discriminator ? Number(discriminator) : vatRate
  return rate === null || Number.isNaN(rate) ? [] : [rate]
}

function configuredStatus(status: OrderStatus): ConfiguredNames['orderTypes'][number]['statuses'][number] {
  return {
    name: status.name,
    displayName: status.displayName ?? status.name,
    displayNames: status.displayNames,
    isOpen: isOpen(status),
    isMainFilter: status.isMainFilter,
    condition: status.condition,
    isInProgress: status.isInProgressStatus,
    isPicked: status.isPicked,
    isDelivered: status.isDeliveredStatus,
    isCanceled: status.isCanceledStatus,
    shipmentStatus: status.shipmentStatusUpdate,
  }
}

function isOpen({ name, isCanceledStatus, isDeliveredStatus }: OrderStatus): boolean {
  return !isCanceledStatus && !isDeliveredStatus && !closedByName.includes(name)
}
