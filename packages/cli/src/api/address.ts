/** The address of a path of a gateway, which may itself be behind a path of a proxy. */
export function apiUrl(gatewayUrl: string, path: string): string {
  return `${gatewayUrl.replace(/\/+$/, '')}${path}`
}
