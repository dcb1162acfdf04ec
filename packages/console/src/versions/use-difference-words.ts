import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { useLanguage } from '../preferences/preferences.tsx'
import { orderFieldsNb } from '../texts/nb/order-fields.ts'
import type { Item, Leaf } from './difference.ts'
import { isMoney, wordsOf } from './field-words.ts'

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

const SHORT_ID = 16

/** How fields, entries of lists and values are written for the person who looks; amounts are in the currency of the order. */
export function useDifferenceWords(currency: string | null) {
  const t = useTranslations('versions')
  const format = useFormat()
  const { language } = useLanguage()
  const field = (name: string): string => (language === 'nb' ? orderFieldsNb[name] : undefined) ?? wordsOf(name)
  const item = ({ list, id, name }: Item): string => {
    const key = `items.${list}`
    const kind = t.has(key as 'items.lineItems') ? t(key as 'items.lineItems') : field(list)
    const shownId = TIME.test(id) ? format.moment(id) : id
    // Generated ids say nothing to people where there is a name.
    const isShort = id.length <= SHORT_ID
    return [kind, name === null || name === id ? shownId : isShort ? t('named', { name, id }) : name].join(' ')
  }
  const value = (name: string, leaf: Leaf): string => {
    if (leaf === null) return t('nothing')
    if (typeof leaf === 'boolean') return t(leaf ? 'yes' : 'no')
    if (typeof leaf === 'number') return isMoney(name) ? format.money(leaf, currency) : format.quantity(leaf)
    return TIME.test(leaf) ? format.moment(leaf) : leaf
  }
  return { field, item, value }
}
