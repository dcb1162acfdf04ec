/** The fields of an address that lead to a person; country and region do not. */
const place = ['apartmentNumber', 'city', 'email', 'line1', 'line2', 'name', 'phone', 'postalCode', 'streetNumber'] as const

const orderFields = [
  'customerContact',
  'customerEmail',
  'customerName',
  'customerPhone',
  'customerReference',
  'customerRequisition',
  'invoiceComment',
  // Who has it reads the order at the address for guests.
  'secretKey',
] as const

/** The filters of an order search by which someone could be found whom the caller may not see. */
export const personalCriteria = [
  'contactPersonEmail',
  'contactPersonPhone',
  'customerContact',
  'customerName',
  'email',
  'phone',
  'searchText',
  'secretKey',
] as const

/**
 * What is personal data of customers, by model and field: masked for callers without the permission
 * `SeePersonalData`, in every response that has the model (security.md#personal-data). What people
 * write about an order in their own words is among it, since it names whom it is about; what is
 * chosen from a list is not. A field that a model does not have is refused when the model is made.
 */
export const personalFields: Readonly<Record<string, readonly string[]>> = {
  Address: [...place, 'locationName'],
  OrderAddress: [
    ...place,
    'daytimePhoneNumber',
    'eveningPhoneNumber',
    'firstName',
    'lastName',
    'organization',
    'organizationalNumber',
  ],
  ContactPerson: ['email', 'firstName', 'lastName', 'phone', 'privateCustomerId'],
  Order: orderFields,
  Cart: orderFields,
  CartSummary: ['customerName'],
  OrderSummary: ['customerName'],
  Payment: ['comment', 'customerName'],
  Comment: ['detail', 'emailFromAddress', 'emailFromName', 'emailRecipient', 'emailSubject', 'smsFrom', 'smsRecipient', 'title'],
  EntityError: ['comment', 'details'],
  OrderLine: ['comment', 'cancelComment', 'returnReason'],
  Hold: ['note', 'releaseNote'],
  Job: ['note'],
  InventoryMovement: ['reason'],
  Shipment: ['comment', 'returnLabelLink', 'shipmentLabelLink', 'shippingLabel'],
  ShipmentTracking: ['shipmentLabelLink'],
  ReturnOrderForm: ['returnComment'],
  ReturnOrderViewModel: ['customerEmail', 'customerName', 'customerPhone'],
  StaffNotification: ['customerKey', 'subject', 'text'],
  RefundRequest: ['note', 'reason'],
  OrderMessage: ['bcc', 'cc', 'subject', 'to'],
  OrderMessageWithText: ['bcc', 'cc', 'html', 'subject', 'text', 'to'],
  TemplatePreview: ['html', 'pdf', 'sms', 'subject', 'text'],
  ShipmentToPick: ['comment', 'customerName'],
  LineToPick: ['comment'],
  TimelineEntry: ['summary'],
  DeadLetterWithEvent: ['event'],
}
