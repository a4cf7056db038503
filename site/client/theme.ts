/** Runs before the first paint, so that the page does not change its colors while it loads. */
try {
  const theme = localStorage.getItem('byhand-docs-theme')
  if (theme !== null) document.documentElement.dataset.theme = theme
} catch {
  // Storage is blocked: the color scheme of the system applies.
}
