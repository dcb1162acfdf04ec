#!/usr/bin/env bash
# bic-from-iban 1.0.0 names banks that the account is not with.
#
# A refund by credit transfer asks the IBAN for the bank. The library looks the bank code's first
# digits up in numbers that are not bank codes, and answers with whatever bank has them; where none
# has, with an empty string. The account of the IBAN registry's example is with Commerzbank
# (COBADEFF), and bank code 100 110 01 is N26's (NTSBDEB1).
#
# Seen: DE89370400440532013000 ESSEDE5F362, DE43100110010532013000 DRESDEFFJ14, and nothing for
# NL91ABNA0417164300, whose bank code is the beginning of its BIC.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . bic-from-iban@1.0.0
cat > bic.cjs <<'JS'
const { getBIC, validateIBAN } = require('bic-from-iban')
for (const iban of ['DE89370400440532013000', 'DE43100110010532013000', 'NL91ABNA0417164300'])
  console.log(iban, validateIBAN(iban), JSON.stringify(getBIC(iban)))
JS
seen=$(node bic.cjs)
echo "$seen"
[ "$seen" = 'DE89370400440532013000 true "ESSEDE5F362"
DE43100110010532013000 true "DRESDEFFJ14"
NL91ABNA0417164300 true ""' ]
