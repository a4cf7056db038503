/** Made by the build from the how-to pages. */
declare module 'virtual:setup-steps' {
  export const SETUP_STEPS: Readonly<
    Record<string, readonly { readonly text: string; readonly code: string }[]>
  >
}
