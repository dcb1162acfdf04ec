import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from '../root-route.ts'
import { readDayView, readPostingView, readTrialBalanceView, readZReportListView } from './money-view.ts'

const area = createRoute({
  getParentRoute: () => root,
  path: '/money',
  component: lazyRouteComponent(() => import('./money-area.tsx'), 'MoneyArea'),
})

const getParentRoute = () => area

/** The addresses of the pages about money. */
export const moneyRoutes = area.addChildren([
  createRoute({
    getParentRoute,
    path: '/',
    validateSearch: readDayView,
    component: lazyRouteComponent(() => import('./day-page.tsx'), 'DayPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/postings/$postingId',
    validateSearch: readPostingView,
    component: lazyRouteComponent(() => import('./posting-page.tsx'), 'PostingPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/trial-balance',
    validateSearch: readTrialBalanceView,
    component: lazyRouteComponent(() => import('./trial-balance-page.tsx'), 'TrialBalancePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/z-reports',
    validateSearch: readZReportListView,
    component: lazyRouteComponent(() => import('./z-reports-page.tsx'), 'ZReportsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/z-reports/$zReportId',
    component: lazyRouteComponent(() => import('./z-report-page.tsx'), 'ZReportPage'),
  }),
])
