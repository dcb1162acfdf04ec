import {
  IconBarcode,
  IconBuildingWarehouse,
  IconChartBar,
  IconCoins,
  IconHome,
  IconListCheck,
  IconPackage,
  IconSettings,
  IconShieldSearch,
  IconTags,
  IconTruckReturn,
  IconUsers,
} from '@tabler/icons-react'
import { useMay } from '../session/use-session.ts'

/**
 * The pages that can be gone to from anywhere, in their order, each with what the person has to be
 * permitted, one of several. Those with an icon are in the navigation.
 */
const pages = [
  { to: '/', name: 'home', act: 'readOrders', Icon: IconHome },
  { to: '/orders', name: 'orders', act: 'readOrders', Icon: IconPackage },
  { to: '/orders/drafts', name: 'drafts', act: 'readOrders' },
  { to: '/pick', name: 'pick', act: 'changeOrders', Icon: IconBarcode },
  { to: '/returns', name: 'returns', act: 'readOrders', Icon: IconTruckReturn },
  { to: '/refund-requests', name: 'refundRequests', act: 'refund' },
  { to: '/customers', name: 'customers', act: 'seeCustomers', Icon: IconUsers },
  { to: '/notifications', name: 'notifications', act: 'readOrders' },
  { to: '/work', name: 'work', act: 'readOrders', Icon: IconListCheck },
  { to: '/work/imports', name: 'imports', act: ['changeOrders', 'changeProducts'] },
  { to: '/stock', name: 'stock', act: 'readOrders', Icon: IconBuildingWarehouse },
  { to: '/catalogue', name: 'catalogue', act: 'readProducts', Icon: IconTags },
  { to: '/catalogue/marks', name: 'marks', act: 'readProducts' },
  { to: '/catalogue/business-customers', name: 'businessCustomers', act: 'readProducts' },
  { to: '/catalogue/new-product', name: 'newProduct', act: 'changeProducts' },
  { to: '/money', name: 'money', act: 'readLedger', Icon: IconCoins },
  { to: '/reports', name: 'reports', act: ['runReports', 'exportLedger'], Icon: IconChartBar },
  { to: '/configuration', name: 'configuration', act: 'runAllStores', Icon: IconSettings },
  { to: '/audit', name: 'audit', act: 'readAudit', Icon: IconShieldSearch },
] as const

/** The pages that the person may see. */
export function usePages() {
  const may = useMay()
  return pages.filter(({ act }) => [act].flat().some(may))
}
