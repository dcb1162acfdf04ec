import {
  IconBarcode,
  IconBuildingWarehouse,
  IconCoins,
  IconHome,
  IconListCheck,
  IconPackage,
  IconSettings,
  IconTags,
  IconTruckReturn,
  IconUsers,
} from '@tabler/icons-react'
import { useHasRole, useMayRunAllStores } from '../session/use-session.ts'

/**
 * The pages that can be gone to from anywhere, in their order, with the roles of which it takes one
 * to see what is there; null: that of the configuration. Those with an icon are in the navigation.
 */
const pages = [
  { to: '/', name: 'home', role: 'OrderRead', Icon: IconHome },
  { to: '/orders', name: 'orders', role: 'OrderRead', Icon: IconPackage },
  { to: '/pick', name: 'pick', role: 'OrderAdmin', Icon: IconBarcode },
  { to: '/returns', name: 'returns', role: 'OrderRead', Icon: IconTruckReturn },
  { to: '/customers', name: 'customers', role: 'OrderRead', Icon: IconUsers },
  { to: '/notifications', name: 'notifications', role: 'OrderRead' },
  { to: '/work', name: 'work', role: 'OrderRead', Icon: IconListCheck },
  { to: '/work/imports', name: 'imports', role: ['OrderAdmin', 'ProductAdmin'] },
  { to: '/stock', name: 'stock', role: 'OrderRead', Icon: IconBuildingWarehouse },
  { to: '/catalogue', name: 'catalogue', role: 'ProductRead', Icon: IconTags },
  { to: '/catalogue/marks', name: 'marks', role: 'ProductRead' },
  { to: '/catalogue/business-customers', name: 'businessCustomers', role: 'ProductRead' },
  { to: '/catalogue/new-product', name: 'newProduct', role: 'ProductAdmin' },
  { to: '/money', name: 'money', role: 'AccountingRead', Icon: IconCoins },
  { to: '/configuration', name: 'configuration', role: null, Icon: IconSettings },
] as const

/** The pages that the person may see. */
export function usePages() {
  const hasRole = useHasRole()
  const mayReadConfiguration = useMayRunAllStores()
  return pages.filter(({ role }) => (role === null ? mayReadConfiguration : [role].flat().some(hasRole)))
}
