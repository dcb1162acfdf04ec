import type { AccountingSettings } from '@open-oms/contracts/config/settings'
import type { Store } from '@open-oms/contracts/config/stores'

export type TimeZoneConfig = { stores: readonly Store[]; settings: { accounting: Pick<AccountingSettings, 'timeZone'> } }

/**
 * The time zone of a store's posting dates, else that of the settings
 * (configuration.md#accounting-settings).
 */
export function storeTimeZone({ stores, settings }: TimeZoneConfig, storeId: string): string {
  return stores.find((store) => store.id === storeId)?.timeZone ?? settings.accounting.timeZone
}
