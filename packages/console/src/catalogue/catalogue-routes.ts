import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from '../root-route.ts'
import { readMarkView, readProductListView } from './catalogue-view.ts'

const area = createRoute({
  getParentRoute: () => root,
  path: '/catalogue',
  component: lazyRouteComponent(() => import('./catalogue-area.tsx'), 'CatalogueArea'),
})

const getParentRoute = () => area

/** The addresses of the pages about products, what they are made of, and who buys as a company. */
export const catalogueRoutes = area.addChildren([
  createRoute({
    getParentRoute,
    path: '/',
    validateSearch: readProductListView,
    component: lazyRouteComponent(() => import('./products-page.tsx'), 'ProductsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/new-product',
    component: lazyRouteComponent(() => import('./edits/new-product-page.tsx'), 'NewProductPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/products/$productId',
    component: lazyRouteComponent(() => import('./product-page.tsx'), 'ProductPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/marks',
    validateSearch: readMarkView,
    component: lazyRouteComponent(() => import('./marks/marks-page.tsx'), 'MarksPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/business-customers',
    component: lazyRouteComponent(() => import('./business-customers/business-customers-page.tsx'), 'BusinessCustomersPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/business-customers/$id',
    component: lazyRouteComponent(() => import('./business-customers/business-customer-page.tsx'), 'BusinessCustomerPage'),
  }),
])
