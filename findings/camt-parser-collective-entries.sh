#!/usr/bin/env bash
# camt-parser 1.1.0 loses the amount of each payment of a collective entry.
#
# In camt.053.001.08 an entry (`Ntry`) may hold several transactions (`TxDtls`), each with an amount
# of its own in `Amt`: a day's card settlements, or invoices paid in one transfer. The parser reads
# the amount of the entry, and of its transactions only the older place `AmtDtls/TxAmt/Amt`. Where
# that is absent, which the format allows, each amount is the empty text, with no error: the entry
# cannot be allocated to its invoices.
#
# Seen: entry 30.00 EUR; E1 "" ""; E2 "" ""
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . camt-parser@1.1.0
cat > statement.cjs <<'JS'
const { parseCamt053 } = require('camt-parser')
const part = (id, amount) => `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs><Amt Ccy="EUR">${amount}</Amt></TxDtls>`
const xml = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>M</MsgId><CreDtTm>2025-01-03T00:18:37</CreDtTm></GrpHdr>
<Stmt><Id>S</Id><CreDtTm>2025-01-03T00:18:37</CreDtTm>
<Acct><Id><IBAN>NO9386011117947</IBAN></Id><Ccy>EUR</Ccy><Ownr><Nm>A</Nm></Ownr><Svcr><FinInstnId><BICFI>DNBANOKK</BICFI></FinInstnId></Svcr></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2025-01-02</Dt></Dt></Bal>
<Ntry><NtryRef>1</NtryRef><Amt Ccy="EUR">30.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>2025-01-02</Dt></BookgDt><ValDt><Dt>2025-01-02</Dt></ValDt><BkTxCd><Prtry><Cd>X</Cd></Prtry></BkTxCd>
<NtryDtls>${part('E1', '10.00')}${part('E2', '20.00')}</NtryDtls></Ntry>
</Stmt></BkToCstmrStmt></Document>`
parseCamt053(xml).then(({ statements: [{ transactions: [entry] }] }) => {
  const parts = entry.details.map(({ references, amountDetails: { transactionAmount } }) =>
    `${references.endToEndId} "${transactionAmount.value}" "${transactionAmount.currency}"`,
  )
  console.log([`entry ${entry.amount.value} ${entry.amount.currency}`, ...parts].join('; '))
})
JS
seen=$(node statement.cjs)
echo "$seen"
[ "$seen" = 'entry 30.00 EUR; E1 "" ""; E2 "" ""' ]
