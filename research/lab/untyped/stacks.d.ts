/**
 * The root's type check runs without the lab's dependencies (half a gigabyte), so their values are `any` there. `npx
 * tsc -p lab` excludes this file and checks against the real types once they are installed.
 */
declare module '@browserbasehq/stagehand'
declare module '@fingerprintjs/botd'
declare module '@modelcontextprotocol/sdk/client/*'
declare module 'fpscanner'
declare module 'ghost-cursor'
declare module 'ghost-cursor-playwright'
declare module 'patchright-core'
declare module 'playwright-extra'
declare module 'puppeteer-extra'
declare module 'puppeteer-extra-plugin-stealth'
declare module 'rebrowser-playwright-core'
declare module 'rebrowser-puppeteer-core'
declare module 'taiko'
declare module 'webdriverio'
