/** The build collects them into one style sheet. */
declare module '*.css'
