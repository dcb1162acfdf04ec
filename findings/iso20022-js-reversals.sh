#!/usr/bin/env bash
# iso20022.js 0.0.15 reads no entry of a bank statement as a reversal, and a payer's reference as a
# number.
#
# The texts of a camt.053 file become booleans and numbers before they are looked at. `RvslInd` is
# compared with the text `true`, which it no longer is: a reversed card settlement is an ordinary
# payment, with no error. A reference of digits alone, as the KID of a Norwegian invoice is, loses
# its leading zeros; codes and the entry's own reference are kept as texts. The amount of 17.99 is
# 1798.9999999999998 minor units.
#
# Seen: entry 0071, reversal false, 1798.9999999999998; reference 120034 (number)
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . iso20022.js@0.0.15
cat > statement.mjs <<'JS'
import { CashManagementEndOfDayReport } from 'iso20022.js'
const amount = '<Amt Ccy="NOK">17.99</Amt>'
const day = '<Dt>2025-01-02</Dt>'
const xml = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
<GrpHdr><MsgId>M</MsgId><CreDtTm>2025-01-03T00:18:37</CreDtTm></GrpHdr>
<Stmt><Id>S</Id><ElctrncSeqNb>1</ElctrncSeqNb><CreDtTm>2025-01-03T00:18:37</CreDtTm>
<Acct><Id><IBAN>NO9386011117947</IBAN></Id><Ccy>NOK</Ccy><Svcr><FinInstnId><BIC>DNBANOKK</BIC></FinInstnId></Svcr></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp>${amount}<CdtDbtInd>CRDT</CdtDbtInd><Dt>${day}</Dt></Bal>
<Ntry><NtryRef>0071</NtryRef>${amount}<CdtDbtInd>DBIT</CdtDbtInd><RvslInd>true</RvslInd><Sts>BOOK</Sts>
<BookgDt>${day}</BookgDt><ValDt>${day}</ValDt><BkTxCd><Prtry><Cd>X</Cd></Prtry></BkTxCd>
<NtryDtls><TxDtls><Refs><EndToEndId>E1</EndToEndId></Refs><RmtInf><Ustrd>00120034</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
</Stmt></BkToCstmrStmt></Document>`
const [entry] = CashManagementEndOfDayReport.fromXML(xml).statements[0].entries
const [{ remittanceInformation: reference }] = entry.transactions
console.log(
  `entry ${entry.referenceId}, reversal ${entry.reversal}, ${entry.amount}; reference ${reference} (${typeof reference})`,
)
JS
seen=$(node statement.mjs)
echo "$seen"
[ "$seen" = 'entry 0071, reversal false, 1798.9999999999998; reference 120034 (number)' ]
