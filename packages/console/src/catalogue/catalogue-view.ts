import { textIn } from '../address-search.ts'

export const productKinds = ['package', 'bundle'] as const
export type ProductKind = (typeof productKinds)[number]

/** What the list of products shows, as its address says it. What is absent narrows nothing. */
export type ProductListView = {
  /** Words of the product or of a variant. */
  text?: string
  kind?: ProductKind
  /** Only packages that contain this product or SKU. */
  contains?: string
}

/** The mark whose usage is shown. */
export type MarkView = { mark?: string }

type Raw = Readonly<Record<string, unknown>>

/** The view of the list of products in an address; what it does not understand is left out. */
export function readProductListView(raw: Raw): ProductListView {
  const kind = productKinds.find((one) => one === raw.kind)
  return { ...textField(raw, 'text'), ...(kind === undefined ? {} : { kind }), ...textField(raw, 'contains') }
}

/** The view of the page of marks in an address. */
export function readMarkView(raw: Raw): MarkView {
  return textField(raw, 'mark')
}

/** A view with changes; what is empty is not in its address. */
export function changedProductList(
  view: ProductListView,
  changes: { [Name in keyof ProductListView]?: ProductListView[Name] | undefined },
): ProductListView {
  return readProductListView({ ...view, ...changes })
}

/** The search of the API for a view. */
export function toProductSearch({ text, kind, contains }: ProductListView) {
  return {
    ...(text === undefined ? {} : { searchText: text }),
    ...(kind === 'package' ? { isPackage: true } : {}),
    ...(kind === 'bundle' ? { isBundle: true } : {}),
    ...(contains === undefined ? {} : { componentIds: [contains] }),
  }
}

function textField<Name extends string>(raw: Raw, name: Name): { [N in Name]?: string } {
  const text = textIn(raw[name])
  return (text === undefined ? {} : { [name]: text }) as { [N in Name]?: string }
}
