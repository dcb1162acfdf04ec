/** Draws the operations with the reference component; nothing of it leaves this server. */
import { isDark, onChange, session } from './pages.js'
import { createApiReference } from './standalone.esm.js'

const place = document.getElementById('reference')

const configuration = () => ({
  url: place.dataset.document,
  baseServerURL: location.origin,
  authentication: {
    preferredSecurityScheme: 'token',
    securitySchemes: { token: { token: session()?.token ?? '' } },
  },
  forceDarkModeState: isDark() ? 'dark' : 'light',
  hideDarkModeToggle: true,
  defaultOpenAllTags: false,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  hiddenClients: {},
  generateOperationSlug: ({ operationId }) => operationId,
  hideClientButton: true,
  documentDownloadType: 'json',
  showDeveloperTools: 'never',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
})

place.replaceChildren()
const reference = createApiReference(place, configuration())
onChange(() => reference.updateConfiguration(configuration()))
