import './catalogue.css'
import { Outlet } from '@tanstack/react-router'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { catalogueEn } from '../texts/en/catalogue/catalogue.ts'
import { catalogueNb } from '../texts/nb/catalogue/catalogue.ts'

const texts = { en: { catalogue: catalogueEn }, nb: { catalogue: catalogueNb } } as const

/** What all pages of the catalogue are in. */
export function CatalogueArea() {
  return (
    <AreaTexts texts={texts}>
      <Outlet />
    </AreaTexts>
  )
}
