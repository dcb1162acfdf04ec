import { decoded, json } from '@oms/service-kit/database/statement'
import { orderOf, sparseText, wholeText } from './rows/sparse-order.ts'

/** The column of a stored document, as JSON with all fields of the order. */
export const orderDocument = decoded(json, wholeText)

/** The column of a stored document, as the order. */
export const orderColumn = decoded(json, orderOf)

/** The column of a stored document, as JSON without empty fields (http.md#sparse-responses). */
export const sparseDocument = decoded(json, sparseText)
