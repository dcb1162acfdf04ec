import type { PaymentMethod } from '@open-oms/contracts/config/payment-methods'
import type { PaymentOption } from '@open-oms/contracts/orders/payments/payment-option'

/**
 * The methods that a market offers, as the API shows them (payments.md#payment-options). Field by
 * field, so that later configuration fields, such as a merchant id, are not exposed by accident.
 */
export function paymentOptions(methods: readonly PaymentMethod[], marketId: string | null): PaymentOption[] {
  const offered = methods.filter(({ active, markets }) => active && (markets.length === 0 || isAmong(markets, marketId)))
  return offered.map((method) => ({
    name: method.name,
    paymentMethodName: method.paymentMethodName ?? method.name,
    providerName: method.providerName,
    displayName: method.displayName,
    authorizationTimeInDays: method.authorizationTimeInDays,
    displayInCart: method.displayInCart,
    editable: method.editable,
    isEmptyPayment: method.isEmptyPayment,
    logoUrl: method.logoUrl,
    termsUrl: method.termsUrl,
  }))
}

function isAmong(markets: readonly string[], marketId: string | null): boolean {
  return marketId !== null && markets.includes(marketId)
}
