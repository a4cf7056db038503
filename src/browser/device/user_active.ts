/** Whether a person has ever touched this page, by the browser's own account. */
import { nav } from '../natives.ts'

export const userActive = () => nav.userActivation?.hasBeenActive
