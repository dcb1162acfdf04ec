import type { signInFailureEn } from '../en/sign-in-failure.ts'

/** Why signing in at the provider failed, in Norwegian. */
export const signInFailureNb: typeof signInFailureEn = {
  Expired: 'Innloggingen tok for lang tid eller var allerede brukt. Prøv igjen.',
  Refused: 'Innloggingstjenesten slapp deg ikke inn. Prøv igjen, eller spør den som gir tilgang der.',
  ProviderUnavailable: 'Innloggingstjenesten svarer ikke. Prøv igjen om litt.',
  WeakSignIn: 'Innloggingstjenesten spurte ikke om nok. Logg inn der på nytt, med en ekstra faktor.',
  NoRole: 'Du er kjent, men har ingen tilgang her. Be om en rolle.',
  NoStore: 'Du er kjent, men har ingen butikk her. Be om en.',
  NoName: 'Kontoen din mangler brukernavn eller bekreftet e-postadresse. Spør den som styrer kontoene.',
  NameTaken: 'Brukernavnet ditt tilhører et program her. Spør den som drifter systemet.',
  TooManyStores: 'Kontoen din har flere butikker enn en økt har plass til. Spør den som drifter systemet.',
  TooManyAttempts: 'For mange forsøk. Vent et minutt og prøv igjen.',
  Failed: 'Innloggingen virket ikke. Prøv igjen; spør den som drifter systemet hvis det skjer på nytt.',
}
