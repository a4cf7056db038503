/** System colors follow the dark mode and the contrast settings of the visitor. There is no animation. */
export const STYLE = `
:host { all: initial; color-scheme: light dark; }
dialog {
  box-sizing: border-box; width: min(30rem, calc(100vw - 2rem)); padding: 1.5rem; border: 1px solid GrayText;
  border-radius: 8px; background: Canvas; color: CanvasText; font: 1rem/1.5 system-ui, sans-serif;
}
dialog::backdrop { background: rgb(0 0 0 / 50%); }
h2 { margin: 0 0 .5rem; font-size: 1.25rem; }
p { margin: 0 0 1rem; }
.sentence { padding: .75rem; border: 1px solid GrayText; border-radius: 4px; font-size: 1.125rem; }
.field { margin: 0 0 .25rem; font-weight: 600; }
input { box-sizing: border-box; width: 100%; padding: .625rem; border: 1px solid GrayText; border-radius: 4px;
  background: Field; color: FieldText; font: inherit; }
[role=status] { min-height: 1.5em; margin: .5rem 0; }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; justify-content: flex-end; }
button { min-width: 6rem; min-height: 2.75rem; padding: 0 1rem; border: 1px solid ButtonBorder; border-radius: 4px;
  background: ButtonFace; color: ButtonText; font: inherit; cursor: pointer; }
button[type=submit] { border-color: CanvasText; background: CanvasText; color: Canvas; }
:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
`
