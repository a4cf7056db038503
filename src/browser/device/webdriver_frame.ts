/** The same in a fresh frame, where a disguise may not reach. */
import type { FreshWindow } from './fresh_frame.ts'

export const webdriverFrame = ({ navigator }: FreshWindow) => navigator.webdriver
