/** The barcodes of goods, by the names of the browser and of the reader that stands in for it. */
export const formats = [
  { native: 'ean_13', zxing: 'EAN13' },
  { native: 'ean_8', zxing: 'EAN8' },
  { native: 'upc_a', zxing: 'UPCA' },
  { native: 'upc_e', zxing: 'UPCE' },
  { native: 'code_128', zxing: 'Code128' },
  { native: 'code_39', zxing: 'Code39' },
  { native: 'itf', zxing: 'ITF' },
  { native: 'qr_code', zxing: 'QRCode' },
  { native: 'data_matrix', zxing: 'DataMatrix' },
] as const
