#!/usr/bin/env bash
# sepa 3.0.0 writes a creditor reference where no bank looks for it.
#
# In pain.001 a payment's structured reference is
# `Strd/CdtrRefInf/{Tp/{CdOrPrtry/Cd, Issr}, Ref}`. The library puts code, issuer and reference all
# into one element, and spells it `CdorPrtry`, which no version of the schema has. The file is not
# valid, and the reference (RF…) by which the supplier finds the payment is not in its place. The
# library validates much else of the payment and raises no error.
#
# Seen: Strd/CdtrRefInf/Tp/CdorPrtry/Cd; Strd/CdtrRefInf/Tp/CdorPrtry/Issr;
# Strd/CdtrRefInf/Tp/CdorPrtry/Ref
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . sepa@3.0.0 fast-xml-parser@5.12.1
cat > payment.cjs <<'JS'
const { Document } = require('sepa')
const { XMLParser } = require('fast-xml-parser')
const iban = 'DE89370400440532013000'
const file = new Document('pain.001.001.09')
Object.assign(file.grpHdr, { id: 'M1', created: new Date('2025-01-02T12:00:00'), initiatorName: 'Shop' })
const order = file.createPaymentInfo()
Object.assign(order, { requestedExecutionDate: new Date('2025-01-03T12:00:00'), debtorName: 'Shop', debtorIBAN: iban })
file.addPaymentInfo(order)
const payment = order.createTransaction()
Object.assign(payment, { creditorName: 'Supplier', creditorIBAN: iban, end2endId: 'E1', amount: 1 })
payment.structuredRemittanceInfo = { typeCode: 'SCOR', issuer: 'ISO', reference: 'RF18539007547034' }
order.addTransaction(payment)
const leaves = (value, path) =>
  typeof value === 'object' ? Object.entries(value).flatMap(([name, child]) => leaves(child, [...path, name])) : [path.join('/')]
const read = new XMLParser().parse(file.toString())
console.log(leaves(read.Document.CstmrCdtTrfInitn.PmtInf.CdtTrfTxInf.RmtInf, []).join('; '))
JS
seen=$(node payment.cjs)
echo "$seen"
[ "$seen" = 'Strd/CdtrRefInf/Tp/CdorPrtry/Cd; Strd/CdtrRefInf/Tp/CdorPrtry/Issr; Strd/CdtrRefInf/Tp/CdorPrtry/Ref' ]
