import type { ServiceExtension } from '../../src/extension.ts'
import { forwardAuthRoutes } from './routes.ts'

export const forwardAuth: ServiceExtension = { routes: forwardAuthRoutes }
