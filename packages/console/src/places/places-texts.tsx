import type { ReactNode } from 'react'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { placesEn } from '../texts/en/places.ts'
import { placesNb } from '../texts/nb/places.ts'

const texts = { en: { places: placesEn }, nb: { places: placesNb } } as const

/** Provides its children with the texts of the links, pages and panels that a shop adds. */
export function PlacesTexts({ children }: { children: ReactNode }) {
  return <AreaTexts texts={texts}>{children}</AreaTexts>
}
