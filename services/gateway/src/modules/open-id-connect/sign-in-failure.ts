/** Why someone could not sign in by the provider; the console has a text for each. */
export type SignInFailureReason =
  /** The attempt was begun too long ago, in another browser, or is finished already. */
  | 'Expired'
  /** The provider does not respond. */
  | 'ProviderUnavailable'
  /** The provider did not let the person in, or the person went back. */
  | 'Refused'
  /** The response of the provider is not valid, or it refuses the gateway. */
  | 'Failed'
  /** The provider let the person in otherwise than the configuration asks. */
  | 'WeakSignIn'
  | 'NoRole'
  | 'NoStore'
  /** The claims have no name that can be used. */
  | 'NoName'
  /** An API client has the name. */
  | 'NameTaken'
  /** The claims that count do not fit into a cookie. */
  | 'TooManyStores'
  | 'TooManyAttempts'

/** The end of an attempt to sign in. The message is for the log and has no personal data. */
export class SignInFailure extends Error {
  readonly reason: SignInFailureReason
  constructor(reason: SignInFailureReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'SignInFailure'
    this.reason = reason
  }
}
