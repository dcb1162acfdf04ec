import { folded } from '@open-oms/contracts/text/folded-text'
import type { SqlConditions } from '@open-oms/service-kit/database/sql-conditions'
import { partCondition } from '@open-oms/service-kit/database/text-conditions'
import { phoneTerms, termOf } from '../../order/rules/search/search-terms.ts'
import { wantedMethods } from './counted-condition.ts'
import { nonEmpty, phoneCountries, type SearchFilter, type SearchScope, wantedProperties } from './domain/search-filter.ts'
import { searchedTexts } from './domain/searched-texts.ts'

/**
 * Adds the conditions over the words of an order in order_term, alias `t`, except those that
 * order_count has too.
 */
export function addTermConditions(conditions: SqlConditions, filter: SearchFilter, scope: SearchScope): void {
  const countries = phoneCountries(filter, scope)
  addWanted(conditions, filter)
  for (const choice of [...choices(filter), ...phones(filter, countries)]) addAnyTerm(conditions, choice)
  const excluded = nonEmpty(filter.excludedShipmentExternalIdProviders)?.map(termOf.shipmentExternalIdProvider)
  if (excluded) conditions.add((terms) => `not t.terms && ${terms}::text[]`, excluded)
  addFreeText(conditions, { columns: ['t.search_text'], text: filter.searchText, countries })
  // Names are in the texts, which have a trigram index.
  if (filter.customerName) conditions.addText(partCondition('t.search_text', folded(filter.customerName), conditions.parameter))
  addPayments(conditions, filter)
}

type FreeText = {
  /** One of these has each word. */
  columns: readonly string[]
  text: string | undefined
  countries: readonly string[]
}

/** Adds what a free text looks for. Raises `ValidationFailed` for too many words. */
export function addFreeText(conditions: SqlConditions, { columns, text, countries }: FreeText): void {
  const { parameter } = conditions
  for (const { texts, phoneTerms } of searchedTexts(text, countries)) {
    const words = texts.map((word) => columns.map((column) => partCondition(column, word, parameter)).join(' or '))
    if (phoneTerms.length === 0) for (const word of words) conditions.addText(word)
    else
      conditions.addText(
        [`t.terms && ${parameter(phoneTerms)}::text[]`, words.map((word) => `(${word})`).join(' and ')].join(' or '),
      )
  }
}

/**
 * Adds tags and shipping methods, which order_count has too; over orders the terms have the index.
 */
export function addTagAndMethodTerms(conditions: SqlConditions, filter: SearchFilter): void {
  const tags = nonEmpty(filter.tags)
  if (tags !== null) conditions.add((terms) => `t.terms @> ${terms}::text[]`, tags.map(termOf.tag))
  for (const methods of wantedMethods(filter)) addAnyTerm(conditions, methods.map(termOf.shippingMethod))
}

function addAnyTerm(conditions: SqlConditions, choice: readonly string[]): void {
  conditions.add((terms) => `t.terms && ${terms}::text[]`, choice)
}

/** The terms that an order must all have (search.md#search-filters). */
function addWanted(conditions: SqlConditions, filter: SearchFilter): void {
  const single: [string | undefined, (value: string) => string][] = [
    [filter.email, termOf.email],
    [filter.contactPersonEmail, termOf.contactEmail],
    [filter.customerContact, termOf.customerContact],
    [filter.customerNumber, termOf.customerNumber],
    [filter.salesPersonId, termOf.salesPerson],
    [filter.projectId, termOf.project],
    [filter.subscriptionId, termOf.subscription],
  ]
  const wanted = [
    ...single.flatMap(([value, term]) => (value ? [term(value)] : [])),
    ...wantedProperties(filter).map(termOf.property),
  ]
  if (wanted.length > 0) conditions.add((terms) => `t.terms @> ${terms}::text[]`, wanted)
}

/** A phone number may be that of several countries; one without a digit is nobody's. */
function phones({ phone, contactPersonPhone }: SearchFilter, countries: readonly string[]): string[][] {
  return [
    ...(phone ? [phoneTerms('phone', phone, countries)] : []),
    ...(contactPersonPhone ? [phoneTerms('contactphone', contactPersonPhone, countries)] : []),
  ]
}

/** The lists of terms of which an order must have one each. */
function choices(filter: SearchFilter): string[][] {
  const lists: [readonly string[] | undefined, (value: string) => string][] = [
    [filter.productNumbers, termOf.productNumber],
    [filter.productSerialNumbers, termOf.serialNumber],
    [filter.productTypes, termOf.productType],
    [filter.selectedDiscounts, termOf.discount],
    [filter.externalIds, termOf.externalId],
    [filter.shipmentExternalIds, termOf.shipmentExternalId],
    [filter.picklistIds, termOf.picklist],
    [filter.errorSeverities, termOf.errorSeverity],
    // Goods to pick are found by their places.
    [filter.isPickable ? [] : filter.warehouses, termOf.warehouse],
    [filter.isPickable ? [] : filter.warehouseCodes, termOf.warehouse],
    [filter.holdReasons, termOf.holdReason],
    [filter.paymentTransactionTypes, termOf.paymentType],
    [filter.paymentTransactionStatus === undefined ? [] : [filter.paymentTransactionStatus], termOf.paymentStatus],
  ]
  return lists.flatMap(([values, term]) => {
    const wanted = nonEmpty(values)
    return wanted === null ? [] : [wanted.map(term)]
  })
}

/**
 * One payment must match all payment filters (search.md#search-filters). A single filter is covered
 * already: by the terms, or by the times of the first and the last payment.
 */
function addPayments(conditions: SqlConditions, filter: SearchFilter): void {
  const asked: [(value: string) => string, unknown][] = []
  const types = nonEmpty(filter.paymentTransactionTypes)
  if (types !== null) asked.push([(value) => `payment->>0 = any(${value})`, types])
  if (filter.paymentTransactionStatus) asked.push([(value) => `payment->>1 = ${value}`, filter.paymentTransactionStatus])
  const { paymentTransactionDateFrom: from, paymentTransactionDateTo: to } = filter
  if (from) asked.push([(value) => `(payment->>2)::timestamptz >= ${value}`, from])
  if (to) asked.push([(value) => `(payment->>2)::timestamptz <= ${value}`, to])
  if (asked.length < 2) return
  const together = asked.map(([text, value]) => text(conditions.parameter(value))).join(' and ')
  conditions.addText(`exists (select from jsonb_array_elements(t.payments) payment where ${together})`)
}
