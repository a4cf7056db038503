import type { ServiceExtension } from '../../src/extension.ts'
import { siteverifyRoutes } from './routes.ts'

export const captcha: ServiceExtension = { routes: siteverifyRoutes }
