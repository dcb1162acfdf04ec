#!/usr/bin/env bash
# @e-invoice-eu/core 2.3.4 drops the due date of a credit note without a word.
#
# The due date (BT-9) stands at the head of an invoice in UBL; a credit note has it in its payment
# means (PaymentDueDate). The library makes a credit note of the same input by the type code 381,
# renames lines and quantities, and leaves the due date out instead of moving it.
#
# Seen: 380 has the due date, 381 has none
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . @e-invoice-eu/core@2.3.4
cat > due-date.mjs <<'JS'
import { InvoiceService } from '@e-invoice-eu/core'

const silent = () => undefined
const service = new InvoiceService({ log: silent, warn: silent, error: silent })
const amount = (name, value) => ({ [name]: value, [`${name}@currencyID`]: 'EUR' })
const scheme = { 'cac:TaxScheme': { 'cbc:ID': 'VAT' } }
const rate = { 'cbc:ID': 'S', 'cbc:Percent': '25', ...scheme }
const address = { 'cac:Country': { 'cbc:IdentificationCode': 'DE' } }
const party = (name) => ({ 'cbc:EndpointID': '1', 'cbc:EndpointID@schemeID': '0088', 'cac:PostalAddress': address, 'cac:PartyLegalEntity': { 'cbc:RegistrationName': name } })
const document = (type) => ({
  'ubl:Invoice': {
    'cbc:CustomizationID': 'urn:cen.eu:en16931:2017',
    'cbc:ProfileID': 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
    'cbc:ID': '1', 'cbc:IssueDate': '2026-01-20', 'cbc:DueDate': '2026-02-03', 'cbc:InvoiceTypeCode': type, 'cbc:DocumentCurrencyCode': 'EUR',
    'cac:AccountingSupplierParty': { 'cac:Party': { ...party('Seller'), 'cac:PartyTaxScheme': [{ 'cbc:CompanyID': 'DE1', ...scheme }] } },
    'cac:AccountingCustomerParty': { 'cac:Party': party('Buyer') },
    'cac:PaymentMeans': [{ 'cbc:PaymentMeansCode': '30', 'cac:PayeeFinancialAccount': { 'cbc:ID': '1' } }],
    'cac:TaxTotal': [{ ...amount('cbc:TaxAmount', '25.00'), 'cac:TaxSubtotal': [{ ...amount('cbc:TaxableAmount', '100.00'), ...amount('cbc:TaxAmount', '25.00'), 'cac:TaxCategory': rate }] }],
    'cac:LegalMonetaryTotal': { ...amount('cbc:LineExtensionAmount', '100.00'), ...amount('cbc:TaxExclusiveAmount', '100.00'), ...amount('cbc:TaxInclusiveAmount', '125.00'), ...amount('cbc:PayableAmount', '125.00') },
    'cac:InvoiceLine': [{
      'cbc:ID': '1', 'cbc:InvoicedQuantity': '1', 'cbc:InvoicedQuantity@unitCode': 'C62', ...amount('cbc:LineExtensionAmount', '100.00'),
      'cac:Item': { 'cbc:Name': 'Chair', 'cac:ClassifiedTaxCategory': rate }, 'cac:Price': amount('cbc:PriceAmount', '100.00'),
    }],
  },
})
const said = []
for (const type of ['380', '381']) {
  const xml = await service.generate(document(type), { format: 'UBL', lang: 'en' })
  said.push(`${type} has ${xml.includes('2026-02-03') ? 'the due date' : 'none'}`)
}
console.log(said.join(', '))
JS
seen=$(node due-date.mjs)
echo "$seen"
[ "$seen" = '380 has the due date, 381 has none' ]
