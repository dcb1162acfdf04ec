import { type Static, Type } from '@sinclair/typebox'
import { DateTime, described, Model, Text } from '../primitives.ts'
import { defineRoute, ErrorBody } from '../route.ts'

/** How long the token of a panel is good for. The console asks for the next one in time. */
export const PANEL_TOKEN_SECONDS = 300

export const PanelToken = Model(
  'PanelToken',
  {
    token: described(Text, 'To be sent as `Authorization: Bearer` with the reads of the panel.'),
    expiresAt: described(DateTime, 'When it ends; with the session at the latest.'),
    apiUrl: described(Text, 'What the addresses of the interface begin with.'),
  },
  'A token of a panel of the console.',
)
export type PanelToken = Static<typeof PanelToken>

export const createPanelToken = defineRoute({
  method: 'POST',
  url: '/session/panels/:panelId/token',
  operationId: 'createPanelToken',
  summary: 'Makes a token for a panel of the console.',
  description:
    'For pages of the gateway’s own address. The token reads what `reads` of the panel names, for the person of the session and with ' +
    'their stores, for five minutes and no longer than the session; everything else is 401 with it. It does not prolong the session.',
  tags: ['Sessions'],
  access: 'public',
  params: Type.Object({ panelId: described(Type.String(), 'The `id` of the panel in `console-places.json`.') }),
  requestHeaders: ['X-CSRF-Token'],
  responses: { 200: PanelToken, 401: ErrorBody, 403: ErrorBody, 404: ErrorBody },
  headers: ['Cache-Control'],
})
