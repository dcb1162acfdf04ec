#!/usr/bin/env bash
# node-zugferd 0.1.0 writes the amounts of an invoice as JavaScript prints the numbers.
#
# EN 16931 allows two decimals in the sums of an invoice (BR-DEC-09 and those after it). The library
# takes numbers and rounds none: a sum of a dime and two has seventeen decimals. Its check, which
# needs Java, asks the schema alone, where an amount may have any number of decimals; the receiver's
# check refuses the invoice. The date is that of the machine's zone: a day that was given as UTC is
# the day before in America.
#
# Seen, in New York: LineTotalAmount 0.30000000000000004, DateTimeString 20261129 for 2026-11-30.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --ignore-scripts --no-audit --no-fund --prefix . node-zugferd@0.1.0
cat > invoice.mjs <<'JS'
import { zugferd } from 'node-zugferd'
import { BASIC } from 'node-zugferd/profile/basic'
const address = { countryCode: 'DE', line1: 'Line', city: 'City', postCode: '10115' }
const tax = { typeCode: 'VAT', categoryCode: 'S', rateApplicablePercent: 19 }
const sum = 0.1 + 0.2
const invoice = zugferd({ profile: BASIC, strict: false, logger: { disabled: true } }).create({
  number: 'I-1',
  typeCode: '380',
  issueDate: new Date('2026-11-30'),
  transaction: {
    tradeAgreement: { seller: { name: 'Shop', postalAddress: address }, buyer: { name: 'Buyer', postalAddress: address } },
    tradeDelivery: {},
    tradeSettlement: {
      currencyCode: 'EUR',
      vatBreakdown: [{ ...tax, calculatedAmount: 0.06, basisAmount: sum }],
      monetarySummation: {
        lineTotalAmount: sum,
        taxBasisTotalAmount: sum,
        taxTotal: { amount: 0.06, currencyCode: 'EUR' },
        grandTotalAmount: 0.36,
        duePayableAmount: 0.36,
      },
    },
    line: [
      {
        identifier: '1',
        tradeProduct: { name: 'Bag' },
        tradeAgreement: { netTradePrice: { chargeAmount: 0.1 } },
        tradeDelivery: { billedQuantity: { amount: 3, unitMeasureCode: 'C62' } },
        tradeSettlement: { tradeTax: tax, monetarySummation: { lineTotalAmount: sum } },
      },
    ],
  },
})
const xml = await invoice.toXML()
console.log(/TradeSettlementHeaderMonetarySummation>\s*<ram:LineTotalAmount>([^<]*)/.exec(xml)[1])
console.log(/DateTimeString format="102">([^<]*)/.exec(xml)[1])
JS
seen=$(TZ=America/New_York node invoice.mjs | grep -E '^[0-9.]+$')
echo "$seen"
[ "$seen" = '0.30000000000000004
20261129' ]
