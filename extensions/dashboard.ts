/** The extensions of the dashboard. */
import type { DashboardExtension } from '../src/extension.ts'
import { agents } from './agents/dashboard.ts'
import { captcha } from './captcha/dashboard.ts'
import { forwardAuth } from './forward_auth/dashboard.ts'
import { linkedSessions } from './linked_sessions/dashboard.ts'
import { methods } from './methods/dashboard.ts'
import { qualtrics } from './qualtrics/dashboard.ts'

export const EXTENSIONS: readonly DashboardExtension[] = [
  agents,
  captcha,
  forwardAuth,
  linkedSessions,
  methods,
  qualtrics,
]
