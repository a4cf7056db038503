/** The provider of a panel, by the form of its participant ids. */
import type { PanelProvider } from './panel_contract.ts'

const FORMS: readonly (readonly [PanelProvider, RegExp])[] = [
  ['Prolific', /^[0-9a-f]{24}$/],
  ['CloudResearch', /^(?:[0-9A-F]{32}|[0-9a-f]{32})$/],
  ['MTurk', /^A[0-9A-Z]{9,20}$/],
]

export const providerOf = (participantId: string): PanelProvider =>
  FORMS.find(([, form]) => form.test(participantId))?.[0] ?? 'Other'
