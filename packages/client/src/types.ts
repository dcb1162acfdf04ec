/** The models of the interface under the names by which people know them. */
import type { components, operations } from './generated/openapi.ts'
import type { SparseOf } from './sparse.ts'
import type { BodyOf, OperationOf, QueryOf, ResultOf, SparseResultOf } from './typed-call.ts'

type Operations = operations
type Item<T> = T extends { result: (infer One)[] } ? One : never

export type Order = components['schemas']['Order']
/** An order without the fields that are empty, as calls with `omitEmpty` return it. */
export type SparseOrder = SparseOf<Order>
export type Cart = components['schemas']['Cart']
export type CartSummary = components['schemas']['CartSummary']
export type NewOrder = BodyOf<Operations['createOrder']>
export type OrderPatch = BodyOf<Operations['patchOrder']>
export type OrderSearch = BodyOf<Operations['searchOrders']>
export type OrderSearchResult = ResultOf<Operations['searchOrders']>
export type SparseOrderSearchResult = SparseResultOf<Operations['searchOrders']>
export type OrderSummary = components['schemas']['OrderSummary']
export type OrderSummarySearchResult = ResultOf<Operations['searchOrderSummaries']>
export type SalesFigures = ResultOf<Operations['getSales']>
export type OrderScroll = BodyOf<Operations['openScroll']>
export type OrderChange = Item<ResultOf<Operations['readChanges']>>
export type OrderChangeFilter = Omit<QueryOf<Operations['readChanges']>, 'after' | 'take'>
export type SavedSearch = Item<ResultOf<Operations['listSavedSearches']>>
export type StatusUpdate = BodyOf<Operations['updateStatus']>
export type LinesUpdate = BodyOf<Operations['orderLinesUpdate']>
export type ReturnSearch = BodyOf<Operations['searchReturnOrders']>
export type FoundReturn = Item<ResultOf<Operations['searchReturnOrders']>>
export type ReturnRequest = BodyOf<Operations['createReturn']>
export type ReturnPatch = BodyOf<Operations['patchReturn']>
export type RefundRequest = ResultOf<Operations['createRefundRequest']>
export type ShipmentToPick = ResultOf<Operations['listShipmentsToPick']>['result'][number]
export type WorkflowResult = ResultOf<Operations['updateStatus']>
export type TimelineEntry = Item<ResultOf<OperationOf<'/api/Orders/{orderId}/Timeline', 'get'>>>
export type OrderVersion = ResultOf<Operations['getOrderVersion']>
export type OrderExplanation = ResultOf<Operations['explainOrder']>
export type Transition = ResultOf<Operations['getTransitions']>[number]
export type WorkflowRun = Item<ResultOf<OperationOf<'/api/Orders/{orderId}/WorkflowRuns', 'get'>>>
export type RunSearch = BodyOf<Operations['searchWorkflowRuns']>
export type RunSearchResult = ResultOf<Operations['searchWorkflowRuns']>
export type FoundRun = Item<RunSearchResult>
export type Job = ResultOf<Operations['getJob']>
export type JobResult = Item<ResultOf<Operations['listJobResults']>>
export type WebhookDelivery = ResultOf<Operations['replayWebhookDelivery']>
export type WebhookSubscription = ResultOf<Operations['getWebhookSubscription']>
export type WebhookSubscriptionRequest = BodyOf<Operations['createWebhookSubscription']>
export type WebhookSubscriptionWithSecret = ResultOf<Operations['createWebhookSubscription']>
export type DeadLetter = ResultOf<Operations['replayOrderDeadLetter']>
export type DeadLetterWithEvent = ResultOf<Operations['getOrderDeadLetter']>
export type OrderMessage = ResultOf<Operations['resendOrderMessage']>
export type AuditRecord = Item<ResultOf<Operations['searchAuditRecords']>>
export type RunningConfiguration = ResultOf<Operations['getRunningConfiguration']>
export type ConfigurationCheck = ResultOf<Operations['checkConfigurationFolder']>
export type ConfigurationDocument = ResultOf<Operations['getConfigurationDocument']>
export type ConfigurationDocumentChange = ResultOf<Operations['putConfigurationDocument']>
export type TemplateEntry = ResultOf<Operations['listTemplates']>['result'][number]
export type TemplatePreview = ResultOf<Operations['previewTemplate']>
export type NewPayment = Extract<BodyOf<Operations['addPayments']>, readonly unknown[]>[number]

export type Product = ResultOf<Operations['getProduct']>
export type NewProduct = BodyOf<Operations['createProduct']>
export type Asset = ResultOf<Operations['addProductAsset']>
export type AssetUpdate = BodyOf<Operations['updateProductAssets']>[number]
export type BusinessCustomer = ResultOf<Operations['getBusinessCustomer']>

export type Posting = ResultOf<Operations['getPosting']>
export type LedgerLine = Item<ResultOf<Operations['searchLedgerLines']>>
export type LedgerSearch = BodyOf<Operations['searchLedgerLines']>
export type LedgerExport = QueryOf<Operations['exportLedgerLines']>
export type Report = ResultOf<Operations['listReports']>[number]
export type SavedReport = ResultOf<Operations['getSavedReport']>
export type SavedReportRequest = BodyOf<Operations['createSavedReport']>
export type ReportResult = ResultOf<Operations['runReport']>
export type LedgerFigures = ResultOf<Operations['getLedgerFigures']>
export type TrialBalance = ResultOf<Operations['getTrialBalance']>
export type DayExplanation = ResultOf<Operations['explainDay']>
export type ZReport = ResultOf<Operations['getZReport']>
