/** Why signing in at the provider failed, in English. */
export const signInFailureEn = {
  Expired: 'The sign-in took too long or was finished already. Try again.',
  Refused: 'The sign-in service did not let you in. Try again, or ask who gives access there.',
  ProviderUnavailable: 'The sign-in service does not respond. Try again in a moment.',
  WeakSignIn: 'This needs a second factor. Sign in again with one at the sign-in service.',
  NoRole: 'You have no access here yet. Ask an administrator for a role.',
  NoStore: 'You have no store here yet. Ask an administrator for one.',
  NoName: 'Your account has no user name or verified e-mail address. Ask who keeps the accounts.',
  NameTaken: 'Your user name is that of a program here. Ask who runs the system.',
  TooManyStores: 'Your account has more stores than a session can hold. Ask who runs the system.',
  TooManyAttempts: 'Too many attempts. Wait a minute and try again.',
  Failed: 'The sign-in did not work. Try again; if it fails again, ask who runs the system.',
}
