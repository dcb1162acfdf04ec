#!/usr/bin/env bash
# swissqrbill 4.4.1 prints a payer without the last name when a letter is not of western Europe.
#
# Since November 2025 the Swiss QR-bill allows the letters of Latin Extended-A, and a large part of
# the country's names has them. The SVG of the library puts each word around such a letter on a
# line of its own, and cuts the name and the message after two lines or three: the last name or
# the last word of the message is missing on what the customer holds. No error is raised.
#
# Seen: Zoë Anna Berg | Željko Ivan Perić -> Željko,Ivan | Jan Łukasz Nowak -> Jan,Łukasz |
# message "Order Željko Ivan Perić" -> Order,Željko,Ivan
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . swissqrbill@4.4.1
cat > bill.mjs <<'JS'
import { SwissQRBill } from 'swissqrbill/svg'
const place = { address: 'Marktgasse', buildingNumber: 28, zip: 9400, city: 'Rorschach', country: 'CH' }
const creditor = { ...place, name: 'Shop AG', account: 'CH4431999123000889012' }
const texts = (name, message) => {
  const bill = { currency: 'CHF', amount: 199.95, creditor, debtor: { ...place, name }, message, reference: '210000000003139471430009017' }
  const all = new SwissQRBill(bill).toString().split(/<[^>]+>/).map((text) => text.trim()).filter(Boolean)
  const between = (from, to) => all.slice(all.lastIndexOf(from) + 1, all.lastIndexOf(to)).join()
  return { payer: between('Zahlbar durch', 'Marktgasse 28'), message: between('Zusätzliche Informationen', 'Zahlbar durch') }
}
const payer = (name) => texts(name, 'x').payer
console.log(
  [payer('Zoë Anna Berg'), payer('Željko Ivan Perić'), payer('Jan Łukasz Nowak'), texts('x', 'Order Željko Ivan Perić').message].join(' | '),
)
JS
seen=$(node bill.mjs)
echo "$seen"
[ "$seen" = 'Zoë Anna Berg | Željko,Ivan | Jan,Łukasz | Order,Željko,Ivan' ]
