/** The script of every page: menu, color scheme, copy buttons, search, and the values of the reader. */
import './reader_values.ts'
import './search.ts'

const byId = <Type extends HTMLElement>(id: string) => document.getElementById(id) as Type

const menu = byId<HTMLButtonElement>('menu')
menu.addEventListener('click', () => {
  menu.setAttribute('aria-expanded', String(menu.getAttribute('aria-expanded') !== 'true'))
})

const root = document.documentElement
const theme = byId<HTMLSelectElement>('theme')
theme.value = root.dataset.theme ?? 'auto'
theme.addEventListener('change', () => {
  if (theme.value === 'auto') delete root.dataset.theme
  else root.dataset.theme = theme.value
  try {
    if (theme.value === 'auto') localStorage.removeItem('byhand-docs-theme')
    else localStorage.setItem('byhand-docs-theme', theme.value)
  } catch {
    // Storage is blocked: the choice applies to this page only.
  }
})

for (const button of document.querySelectorAll<HTMLButtonElement>('.copy')) {
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.code ?? '')
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2_000)
  })
}

document.querySelector('#navigation [aria-current]')?.scrollIntoView({ block: 'nearest' })
