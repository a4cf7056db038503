/** The extensions of the dashboard. */
import type { DashboardExtension } from '../src/extension.ts'
import { forwardAuth } from './forward_auth/dashboard.ts'
import { methods } from './methods/dashboard.ts'
import { qualtrics } from './qualtrics/dashboard.ts'

export const EXTENSIONS: readonly DashboardExtension[] = [forwardAuth, methods, qualtrics]
