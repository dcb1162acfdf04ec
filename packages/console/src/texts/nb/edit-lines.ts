import type { editLinesEn } from '../en/edit-lines.ts'

/** What the dialog to edit the items of an order says, in Norwegian. */
export const editLinesNb: typeof editLinesEn = {
  preview: 'Forhåndsvisning',
  previewing: 'Laster forhåndsvisningen',
  same: 'Totalen er fortsatt {total}.',
  more: 'Ny total {total}: {change} mer.',
  less: 'Ny total {total}: {change} mindre.',
  due: '{amount} skal betales.',
  toRefund: '{amount} skal refunderes.',
  submit: 'Lagre',
  submitTotal: 'Lagre, ny total {total}',
  saved: 'Varene i ordre {order} er endret.',
  conflict: {
    title: 'Noen har endret ordren mens du redigerte',
    merged: '{name} endret den {time}. Begge endringene står under: se på dem, og lagre.',
    choose: '{name} endret den {time}. Velg der begge har endret en vare.',
    someone: 'Noen',
    theirs: 'Deres',
    mine: 'Din',
    removed: 'fjernet',
    line: '{quantity} × {price}',
    discount: '{percent} % rabatt',
  },
  problems: {
    undecided: 'Velg der begge har endret en vare.',
    empty: 'En ordre har minst én vare. Kanseller heller ordren.',
    quantity: 'Skriv antall og pris for hver vare.',
    settled: 'Varer som er sendt eller kansellert, blir stående: skriv minst så mange.',
    reason: 'Skriv hvorfor prisen er en annen.',
  },
}
