import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from '../root-route.ts'
import { readDayView, readPostingView, readTrialBalanceView, readZReportListView } from './money-view.ts'

const getParentRoute = () => root

/** The addresses of the pages about money. */
export const moneyRoutes = [
  createRoute({
    getParentRoute,
    path: '/money',
    validateSearch: readDayView,
    component: lazyRouteComponent(() => import('./day-page.tsx'), 'DayPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/money/postings/$postingId',
    validateSearch: readPostingView,
    component: lazyRouteComponent(() => import('./posting-page.tsx'), 'PostingPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/money/trial-balance',
    validateSearch: readTrialBalanceView,
    component: lazyRouteComponent(() => import('./trial-balance-page.tsx'), 'TrialBalancePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/money/z-reports',
    validateSearch: readZReportListView,
    component: lazyRouteComponent(() => import('./z-reports-page.tsx'), 'ZReportsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/money/z-reports/$zReportId',
    component: lazyRouteComponent(() => import('./z-report-page.tsx'), 'ZReportPage'),
  }),
] as const
