/** Draws the operations with the reference component; nothing of it leaves this server. */
import { isDark, onChange, session } from './pages.js'
import { createApiReference } from './standalone.esm.js'

// Samples are shown for curl, C# and Python, and for the project's own client, which the document
// brings.
const hiddenClients = {
  shell: ['wget', 'httpie'],
  csharp: ['restsharp'],
  python: ['python3', 'httpx_sync', 'httpx_async', 'aiohttp'],
  ...Object.fromEntries(
    'c clojure dart fsharp go http java js julia kotlin node objc ocaml php powershell r ruby rust swift'
      .split(' ')
      .map((target) => [target, true]),
  ),
}

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
  hiddenClients,
  generateOperationSlug: ({ operationId }) => operationId,
  hideClientButton: true,
  hideModels: true,
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
