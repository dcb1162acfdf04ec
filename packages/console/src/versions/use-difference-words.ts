import { useTranslations } from 'use-intl'
import { useStatusNames } from '../configuration/use-status-names.ts'
import { useStoreNames } from '../configuration/use-store-names.ts'
import { isMoney, isUnitPrice } from '../display/field-words.ts'
import { useFormat } from '../display/use-format.ts'
import { useLanguage } from '../preferences/preferences.tsx'
import { orderFieldEn } from '../texts/en/api/order-fields.ts'
import { orderFieldsNb } from '../texts/nb/api/order-fields.ts'
import { useWords } from '../vocabulary/use-words.ts'
import type { VocabularyName } from '../vocabulary/words.ts'
import type { Item, Leaf } from './difference.ts'

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

const SHORT_ID = 16

/** Fields of which the API has fixed words, below the list that they are in. */
const vocabularies: Readonly<Record<string, VocabularyName>> = {
  'payments.transactionType': 'transactionTypes',
  'payments.status': 'paymentStatuses',
  'holds.releaseCause': 'holdReleaseCauses',
  'holds.releaseRule': 'holdReleaseRules',
  'orderNotes.type': 'commentTypes',
  'publicOrderNotes.type': 'commentTypes',
}

/**
 * Fields that have a status of the order's type, below the list that they are in; those of the
 * order itself are in none.
 */
const statuses: ReadonlySet<string> = new Set(['.status', 'shipments.orderStatus'])

/** Fields that have a store, likewise. */
const stores: ReadonlySet<string> = new Set(['.storeId', 'returnOrderForms.storeId'])

/** The order whose versions are compared. */
export type ComparedOrder = { currency: string | null; orderType: string }

/**
 * How fields, entries of lists and values are written for the person who looks; amounts are in the
 * currency of the order.
 */
export function useDifferenceWords({ currency, orderType }: ComparedOrder) {
  const t = useTranslations('versions')
  const format = useFormat()
  const { language } = useLanguage()
  const words = useWords()
  const nameOf = useStatusNames()
  const storeName = useStoreNames()
  const field = (name: string): string => (language === 'nb' ? orderFieldsNb[name] : undefined) ?? orderFieldEn(name)
  const item = ({ list, id, name }: Item): string => {
    const key = `items.${list}`
    const kind = t.has(key as 'items.lineItems') ? t(key as 'items.lineItems') : field(list)
    const shownId = TIME.test(id) ? format.moment(id) : id
    if (name === null || name === id) return [kind, shownId].join(' ')
    const shownName = list === 'payments' ? words('transactionTypes', name) : name
    // Generated ids say nothing to people where there is a name.
    return [kind, id.length <= SHORT_ID ? t('named', { name: shownName, id }) : shownName].join(' ')
  }
  /**
   * A text of the field at a place, such as `payments.status`: a code of the API is written as
   * people call it.
   */
  const text = (place: string, leaf: string): string => {
    const vocabulary = vocabularies[place]
    if (vocabulary !== undefined) return words(vocabulary, leaf)
    if (statuses.has(place)) return nameOf(leaf, orderType)
    if (stores.has(place)) return storeName(leaf)
    return TIME.test(leaf) ? format.moment(leaf) : leaf
  }
  /** A value of the field at a path, of the order or of an entry of a list. */
  const value = (path: readonly string[], leaf: Leaf, list: string | null): string => {
    if (leaf === null) return t('nothing')
    if (typeof leaf === 'boolean') return t(leaf ? 'yes' : 'no')
    if (typeof leaf === 'string') return text([list ?? '', ...path].join('.'), leaf)
    const name = path.at(-1) ?? ''
    if (isUnitPrice(name)) return format.unitPrice(leaf, currency)
    return isMoney(name) ? format.money(leaf, currency) : format.quantity(leaf)
  }
  return { field, item, value }
}
