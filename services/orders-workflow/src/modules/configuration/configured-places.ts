import type { ConsolePlaces } from '@open-oms/contracts/config/console-places'
import type { ConfiguredPlaces } from '@open-oms/contracts/orders/configuration/console-places'
import { type HeldRights, hasPermission, type Permission } from '@open-oms/contracts/permissions'

/**
 * The links, panels and buttons that a caller has the permission for
 * (configuration.md#console-places).
 */
export function configuredPlaces(
  { links, panels, buttons }: Pick<ConsolePlaces, 'links' | 'panels' | 'buttons'>,
  caller: HeldRights,
): ConfiguredPlaces {
  const isShown = ({ permission }: { permission: Permission | null }) => permission === null || hasPermission(caller, permission)
  return {
    links: links.filter(isShown).map(({ label, page, url }) => ({ label: inBoth(label), page, url })),
    panels: panels.filter(isShown).map(({ id, label, page, url, height, reads }) => ({
      ...{ id, page, url, height },
      label: inBoth(label),
      hasToken: reads.length > 0,
    })),
    buttons: buttons.filter(isShown).map(({ id, label, confirmation, statuses }) => ({
      ...{ id, statuses },
      label: inBoth(label),
      confirmation: confirmation === null ? null : inBoth(confirmation),
    })),
  }
}

function inBoth({ en, nb }: { en: string; nb: string | null }): { en: string; nb: string } {
  return { en, nb: nb ?? en }
}
