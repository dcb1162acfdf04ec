/** What all pages share: light or dark, signing in, and the language of code samples. */

const themeKey = 'oms-theme'
const languageKey = 'oms-language'
const sessionKey = 'oms-session'

const wishesDark = matchMedia('(prefers-color-scheme: dark)')
const changes = new EventTarget()

export const isDark = () => (localStorage.getItem(themeKey) ?? (wishesDark.matches ? 'dark' : 'light')) === 'dark'

/** The client that is signed in with its token, null before and when the token has expired. */
export function session() {
  const kept = JSON.parse(sessionStorage.getItem(sessionKey) ?? 'null')
  return kept !== null && kept.expires > Date.now() ? kept : null
}

/** Calls back when the theme or the session is another one. */
export const onChange = (callback) => changes.addEventListener('change', callback)

function keepSession(value) {
  if (value === null) sessionStorage.removeItem(sessionKey)
  else sessionStorage.setItem(sessionKey, JSON.stringify(value))
  showSession()
  changes.dispatchEvent(new Event('change'))
}

function showTheme() {
  document.documentElement.classList.toggle('dark', isDark())
}

function showSession() {
  const account = document.getElementById('account')
  if (account === null) return
  const current = session()
  account.open = false
  account.querySelector('summary').textContent = current === null ? 'Sign in' : current.clientId
  account.querySelector('form').hidden = current !== null
  document.getElementById('sign-out').hidden = current === null
}

async function signIn(event) {
  event.preventDefault()
  const form = event.target
  const { clientId, clientSecret } = Object.fromEntries(new FormData(form))
  const status = form.querySelector('[role=status]')
  status.textContent = ''
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret })
  const response = await fetch('/oauth/token', { method: 'POST', body }).catch(() => null)
  const result = await response?.json().catch(() => null)
  if (!response?.ok) {
    status.textContent = result?.message ?? 'The gateway does not respond.'
    return
  }
  form.reset()
  keepSession({ clientId, token: result.access_token, expires: Date.now() + result.expires_in * 1000 })
}

function showLanguage() {
  const language = localStorage.getItem(languageKey) ?? 'sh'
  for (const choice of document.querySelectorAll(`.call > input.${language}`)) choice.checked = true
}

showTheme()
showSession()
showLanguage()
wishesDark.addEventListener('change', showTheme)
document.getElementById('theme').addEventListener('click', () => {
  localStorage.setItem(themeKey, isDark() ? 'light' : 'dark')
  showTheme()
  changes.dispatchEvent(new Event('change'))
})
document.getElementById('sign-in')?.addEventListener('submit', signIn)
document.getElementById('sign-out')?.addEventListener('click', () => keepSession(null))
document.addEventListener('change', ({ target }) => {
  if (!target.matches('.call > input')) return
  localStorage.setItem(languageKey, target.value)
  showLanguage()
})
