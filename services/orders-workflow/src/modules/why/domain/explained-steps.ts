// The steps that reasons name as what moves an order forward (docs/how-to/add-a-workflow-step.md).

/** Steps that capture what is authorised. */
export const capturingSteps: ReadonlySet<string> = new Set(['CapturePayments', 'CapturePayment'])

/** Steps that charge the customer, or authorise a charge. */
export const chargingSteps: ReadonlySet<string> = new Set(['AuthorizePayment', ...capturingSteps])

/** Steps that void what is authorised and not needed. */
export const voidingSteps: ReadonlySet<string> = new Set(['CancelPayments'])

/** Steps that reserve what is in stock, or find the warehouse that has it. */
export const reservingSteps: ReadonlySet<string> = new Set(['IncreaseReservedInventory', 'AllocateToWarehouse'])

/** Steps that ask a service of the retailer, which may respond much later. */
export const askingSteps: ReadonlySet<string> = new Set(['Ask'])

/** Steps that refund a return form. */
export const refundingSteps: ReadonlySet<string> = new Set(['CreditReturn'])
