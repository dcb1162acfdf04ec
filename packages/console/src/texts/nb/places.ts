import type { placesEn } from '../en/places.ts'

/** Links, panels and buttons that the shop adds to pages, in Norwegian. */
export const placesNb: typeof placesEn = {
  title: 'Mer for denne siden',
  opens: 'åpnes i et nytt vindu',
  panel: {
    noToken: 'Dette panelet får ingen data herfra: {reason}',
    missing: 'Det er ingenting å vise her: en verdi som panelet trenger, mangler.',
  },
  button: {
    asking: 'Sjekker hva som blir endret …',
    nothing: 'Ingenting i ordren ville endres.',
    tags: 'Etiketter: {tags}',
    property: '{key}: {value}',
    propertyOfLine: '{key}: {value} (linje {line})',
    hold: 'Ordren settes på vent: {reason}',
    status: 'Ordren flyttes til {status}.',
    warehouse: 'Varene sendes fra {warehouse}.',
    cancel: 'Avbryt',
    close: 'Lukk',
    done: '{button}: utført. {message}',
    waiting: '{button}: tjenesten har ikke bestemt seg ennå. Den spørres igjen automatisk.',
    failed: '{button}: {reason}',
    notOffered: 'Ordren har fått en annen status, der dette ikke tilbys.',
  },
}
