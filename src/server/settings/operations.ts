/** Settings of a workspace, and the effect of other settings. */
import { SETTINGS } from '../../../extensions/settings.ts'
import { valuesOf } from '../../contract/added_setting.ts'
import { SettingsChange, SettingsView, WhatIf, WhatIfRequest } from '../../contract/dashboard/settings.ts'
import { expectedBy, IF_MATCH, TAG_HEADER, withTag } from '../http/if_match.ts'
import { jsonResponse } from '../http/openapi/responses.ts'
import { type Operation, operation } from '../http/operation.ts'
import { type ManagedSettings, settingsTag } from './managed_settings.ts'
import { settingsView } from './workspace_settings.ts'

const VIEW = settingsView({})
const COUNTS = { accept: 812, monitor: 141, review: 22, reject: 9, unknown: 16 }
const LABELED = { people_passed: 12, people_flagged: 1, bots_passed: 0, bots_flagged: 7 }
const WHAT_IF: WhatIf = {
  computed_on: 1_000,
  stored: 1_000,
  before: COUNTS,
  after: { ...COUNTS, monitor: 137, review: 26 },
  changed: 4,
  moves: [
    { from: 'Accept with monitoring', to: 'Manual review or require additional verification', count: 4 },
  ],
  examples: [
    {
      session_id: 'q7Zr0nXkT2mVb4Lw9sYcHg',
      started_at: 1_742_913_050_210,
      duration_ms: 52_340,
      browser: 'Chrome 140',
      system: 'Windows',
      inputs: ['mouse', 'keyboard'],
      routes: ['/checkout'],
      score_before: 48,
      score_after: 52,
      action_before: 'Accept with monitoring',
      action_after: 'Manual review or require additional verification',
      label: null,
    },
  ],
  labeled: { before: LABELED, after: LABELED },
  step_up: { visits: 640, relaxed: 21, standard: 38, strict: 190 },
}

const tag = 'Manage settings'

export const settingsOperations = (settings: ManagedSettings): readonly Operation[] => [
  operation({
    route: 'GET /v1/settings',
    allow: { scope: 'admin', role: 'viewer' },
    operationId: 'getSettings',
    tag,
    summary: 'Settings',
    description: 'The settings of the workspace, with the defaults.',
    response: jsonResponse('The settings.', SettingsView, VIEW, TAG_HEADER),
    handle: ({ actor, reply }) => withTag(reply, settings.view(actor.workspace), settingsTag),
  }),
  operation({
    route: 'PATCH /v1/settings',
    audit: 'settings_changed',
    allow: { scope: 'admin', role: 'owner' },
    operationId: 'updateSettings',
    tag,
    summary: 'Change settings',
    description:
      'Absent settings stay as they are. Null resets a weight or `bands` to the default. In `retention`, null keeps data forever. Past sessions are rescored in the background.',
    body: SettingsChange,
    bodyExample: {
      weights: { vpn: 12 },
      bands: [25, 50, 70],
      retention: { session_days: 90 },
      ...valuesOf(SETTINGS, 'example'),
    },
    headers: IF_MATCH,
    response: jsonResponse('The settings after the change.', SettingsView, VIEW, TAG_HEADER),
    errors: ['concurrent_change', 'precondition_failed'],
    handle: ({ actor, body, request, reply }) =>
      withTag(reply, settings.change(actor, body, expectedBy(request)), settingsTag),
  }),
  operation({
    route: 'POST /v1/settings/what-if',
    audit: { none: 'reads only' },
    allow: { scope: 'admin', role: 'analyst' },
    operationId: 'previewSettings',
    tag,
    summary: 'Preview new settings',
    description:
      'Computes how the actions of the newest 20,000 sessions would change, and how many of their visits would have needed step-up verification at each acceptance level. Absent settings stay as they are. Nothing is saved. One preview runs at a time. Workspaces take turns; a request that waits for five seconds gets 503.',
    body: WhatIfRequest,
    bodyExample: { bands: [20, 45, 65] },
    response: jsonResponse('The effect.', WhatIf, WHAT_IF),
    handle: ({ actor, body }) => settings.whatIf(actor.workspace, body),
  }),
]
