import type { signInFailureEn } from '../en/sign-in-failure.ts'

/** Why signing in at the provider failed, in Norwegian. */
export const signInFailureNb: typeof signInFailureEn = {
  Expired: 'Innloggingen tok for lang tid eller var allerede brukt. Prøv igjen.',
  Refused: 'Innloggingstjenesten slapp deg ikke inn. Prøv igjen, eller spør den som gir tilgang der.',
  ProviderUnavailable: 'Innloggingstjenesten svarer ikke. Prøv igjen om litt.',
  WeakSignIn: 'Dette krever en ekstra faktor. Logg inn på nytt med den i innloggingstjenesten.',
  NoRole: 'Du har ikke tilgang her ennå. Be en administrator om en rolle.',
  NoStore: 'Du har ingen butikk her ennå. Be en administrator om en.',
  NoName: 'Kontoen din mangler brukernavn eller bekreftet e-postadresse. Spør den som styrer kontoene.',
  NameTaken: 'Brukernavnet ditt tilhører et program her. Spør den som drifter systemet.',
  TooManyStores: 'Kontoen din har flere butikker enn en økt har plass til. Spør den som drifter systemet.',
  TooManyAttempts: 'For mange forsøk. Vent et minutt og prøv igjen.',
  Failed: 'Innloggingen virket ikke. Prøv igjen; spør den som drifter systemet hvis det skjer på nytt.',
}
