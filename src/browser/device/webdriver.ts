/** Set by the browser itself when a driver controls it. */
import { nav } from '../natives.ts'

export const webdriver = () => nav.webdriver
