#!/usr/bin/env bash
# n2words 4.0.0 writes round millions of a currency without the word that Spanish and French need.
#
# Cheques, and invoices of several countries, say their amount in words. From a million on, Spanish
# and French have "de" before the currency when nothing follows the million. The library has it in
# neither; and two crowns are masculine in its Czech. The words are what counts where they differ
# from the figures.
#
# Seen: un millón pesos, un million euros, dva koruny; right is un millón de pesos, un million
# d'euros, dvě koruny.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . n2words@4.0.0
cat > words.mjs <<'JS'
for (const [locale, amount] of [['es-MX', 1_000_000], ['fr-FR', 1_000_000], ['cs-CZ', 2]]) {
  const { toCurrency } = await import(`n2words/${locale}`)
  console.log(locale, toCurrency(amount))
}
JS
seen=$(node words.mjs)
echo "$seen"
[ "$seen" = 'es-MX un millón pesos
fr-FR un million euros
cs-CZ dva koruny' ]
