#!/usr/bin/env bash
# ts-tracking-number 1.0.17 takes the number of a German DHL parcel for one of the US mail.
#
# DHL's parcel numbers are SSCCs: 18 digits, with the application identifier 00 in front of them.
# The American mail has numbers of 20 digits too, with the same check digit. The library asks no
# further, names the United States Postal Service, and gives its page for the customer to follow the
# parcel on.
#
# Seen: 00340434161094015902 usps https://tools.usps.com/go/TrackConfirmAction?tLabels=%s
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . ts-tracking-number@1.0.17
cat > parcel.cjs <<'JS'
const { getTracking } = require('ts-tracking-number')
const { trackingNumber, courier, trackingUrl } = getTracking('00340434161094015902')
console.log(`${trackingNumber} ${courier.code} ${trackingUrl}`)
JS
seen=$(node parcel.cjs)
echo "$seen"
[ "$seen" = '00340434161094015902 usps https://tools.usps.com/go/TrackConfirmAction?tLabels=%s' ]
