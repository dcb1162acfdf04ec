/**
 * The version of this product, as package.json says it: shown by `/health`, the OpenAPI document,
 * events and backups.
 */
export const productVersion = '0.1.0'
