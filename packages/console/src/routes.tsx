import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { onlyText, parseAddressSearch, stringifyAddressSearch } from './address-search.ts'
import { readAuditView } from './audit/audit-view.ts'
import { catalogueRoutes } from './catalogue/catalogue-routes.ts'
import { readConfigView } from './configuration/config-view.ts'
import { readImportsView } from './imports/imports-view.ts'
import { moneyRoutes } from './money/money-routes.ts'
import { readOrderPageView } from './order-page/order-page-view.ts'
import { readOrderView } from './orders/order-view.ts'
import { readReportView } from './reports/report-view.ts'
import { readDeskView } from './returns-desk/desk-view.ts'
import { root } from './root-route.ts'
import { ErrorPage, PendingPage } from './shell/states.tsx'
import { readStockView } from './stock/stock-view.ts'
import { readVersionsView } from './versions/versions-view.ts'
import { readPickView } from './warehouse/pick-view.ts'
import { readDeadLetterView } from './work/dead-letter-view.ts'
import { readDeliveryView } from './work/delivery-view.ts'
import { readRunView } from './work/run-view.ts'

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./home/home-page.tsx'), 'HomePage'),
})

const orders = createRoute({
  getParentRoute: () => root,
  path: '/orders',
  validateSearch: readOrderView,
  component: lazyRouteComponent(() => import('./orders/orders-page.tsx'), 'OrdersPage'),
})

const newOrder = createRoute({
  getParentRoute: () => root,
  path: '/orders/new',
  validateSearch: onlyText('draft'),
  component: lazyRouteComponent(() => import('./new-order/new-order-page.tsx'), 'NewOrderPage'),
})

const drafts = createRoute({
  getParentRoute: () => root,
  path: '/orders/drafts',
  component: lazyRouteComponent(() => import('./new-order/drafts-page.tsx'), 'DraftsPage'),
})

const order = createRoute({
  getParentRoute: () => root,
  path: '/orders/$orderId',
  validateSearch: readOrderPageView,
  component: lazyRouteComponent(() => import('./order-page/order-page.tsx'), 'OrderPage'),
})

const customers = createRoute({
  getParentRoute: () => root,
  path: '/customers',
  validateSearch: onlyText('text'),
  component: lazyRouteComponent(() => import('./customers/customers-page.tsx'), 'CustomersPage'),
})

const customer = createRoute({
  getParentRoute: () => root,
  path: '/customers/$customerKey',
  component: lazyRouteComponent(() => import('./customers/customer-page.tsx'), 'CustomerPage'),
})

const returns = createRoute({
  getParentRoute: () => root,
  path: '/returns',
  validateSearch: readDeskView,
  component: lazyRouteComponent(() => import('./returns-desk/returns-page.tsx'), 'ReturnsPage'),
})

const returnAtDesk = createRoute({
  getParentRoute: () => root,
  path: '/returns/$orderId/$returnId',
  component: lazyRouteComponent(() => import('./returns-desk/desk-page.tsx'), 'DeskPage'),
})

const refundRequests = createRoute({
  getParentRoute: () => root,
  path: '/refund-requests',
  component: lazyRouteComponent(() => import('./refund-requests/requests-page.tsx'), 'RequestsPage'),
})

const versions = createRoute({
  getParentRoute: () => root,
  path: '/orders/$orderId/versions',
  validateSearch: readVersionsView,
  component: lazyRouteComponent(() => import('./versions/versions-page.tsx'), 'VersionsPage'),
})

const notifications = createRoute({
  getParentRoute: () => root,
  path: '/notifications',
  component: lazyRouteComponent(() => import('./staff-notifications/notifications-page.tsx'), 'NotificationsPage'),
})

const work = createRoute({
  getParentRoute: () => root,
  path: '/work',
  validateSearch: readRunView,
  component: lazyRouteComponent(() => import('./work/work-page.tsx'), 'WorkPage'),
})

const deliveries = createRoute({
  getParentRoute: () => root,
  path: '/work/deliveries',
  validateSearch: readDeliveryView,
  component: lazyRouteComponent(() => import('./work/deliveries-page.tsx'), 'DeliveriesPage'),
})

const deadLetters = createRoute({
  getParentRoute: () => root,
  path: '/work/dead-letters',
  validateSearch: readDeadLetterView,
  component: lazyRouteComponent(() => import('./work/dead-letters-page.tsx'), 'DeadLettersPage'),
})

const imports = createRoute({
  getParentRoute: () => root,
  path: '/work/imports',
  validateSearch: readImportsView,
  component: lazyRouteComponent(() => import('./imports/imports-page.tsx'), 'ImportsPage'),
})

const stock = createRoute({
  getParentRoute: () => root,
  path: '/stock',
  validateSearch: readStockView,
  component: lazyRouteComponent(() => import('./stock/stock-page.tsx'), 'StockPage'),
})

const pick = createRoute({
  getParentRoute: () => root,
  path: '/pick',
  validateSearch: readPickView,
  component: lazyRouteComponent(() => import('./warehouse/pick-page.tsx'), 'PickPage'),
})

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  component: lazyRouteComponent(() => import('./account/account-page.tsx'), 'AccountPage'),
})

const configuration = createRoute({
  getParentRoute: () => root,
  path: '/configuration',
  validateSearch: readConfigView,
  component: lazyRouteComponent(() => import('./configuration/configuration-page.tsx'), 'ConfigurationPage'),
})

const audit = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  validateSearch: readAuditView,
  component: lazyRouteComponent(() => import('./audit/audit-page.tsx'), 'AuditPage'),
})

const reports = createRoute({
  getParentRoute: () => root,
  path: '/reports',
  validateSearch: readReportView,
  component: lazyRouteComponent(() => import('./reports/reports-page.tsx'), 'ReportsPage'),
})

/**
 * The addresses of the console and what is shown there; each page is loaded when it is first
 * needed.
 */
export function createConsoleRouter() {
  return createRouter({
    routeTree: root.addChildren([
      home,
      orders,
      newOrder,
      drafts,
      order,
      versions,
      returns,
      returnAtDesk,
      refundRequests,
      customers,
      customer,
      notifications,
      work,
      deliveries,
      deadLetters,
      imports,
      stock,
      pick,
      catalogueRoutes,
      moneyRoutes,
      reports,
      configuration,
      audit,
      account,
    ]),
    basepath: '/console',
    parseSearch: parseAddressSearch,
    stringifySearch: stringifyAddressSearch,
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: ErrorPage,
    defaultPendingComponent: PendingPage,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>
  }
}
