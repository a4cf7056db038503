/** What pages that the service writes itself look like. */
export const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 64rem; margin: 2rem auto; padding: 0 1rem; }
form { display: grid; gap: .5rem; max-width: 24rem; margin: 1.5rem 0; }
input, button { font: inherit; padding: .5rem; }
button { margin-top: .5rem; cursor: pointer; }
[role=alert] { border-left: .25rem solid #b00020; padding-left: .75rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; padding-bottom: .5rem; }
th, td { text-align: left; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid #8886; white-space: nowrap; }
`
