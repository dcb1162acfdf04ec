import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from '../root-route.ts'
import { readProductListView } from './catalogue-view.ts'

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
    path: '/products/$productId',
    component: lazyRouteComponent(() => import('./product-page.tsx'), 'ProductPage'),
  }),
])
