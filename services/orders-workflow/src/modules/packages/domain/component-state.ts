import type { ProductComponent } from '@open-oms/contracts/orders/order-line'

/** The display name of a component. */
export function componentDisplayName({ componentName, id, componentId, productId }: ProductComponent): string {
  const name = id || productId || componentId || ''
  return componentName ? `${componentName} (${name})` : name
}

/** Whether the product of the component is not selected yet. */
export function isUnselected({ options, skuId }: ProductComponent): boolean {
  return options.length > 0 && skuId === null
}

/** Whether the package has no unit of the component: it was removed, or nothing was selected. */
export function isLeftOut(component: ProductComponent): boolean {
  return component.quantity === 0 || isUnselected(component)
}
