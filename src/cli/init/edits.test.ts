import { describe, expect, it } from 'vitest'
import { fillIn, PAGE_PATHS } from '../../contract/setup_lines.ts'
import { diff } from './diff.ts'
import { detectFrameworks, editsFor, type Framework, NotUnderstood } from './edits.ts'
import { readSetupSteps } from './setup_pages.ts'

const values = { url: 'https://b.example', siteKey: 'bh_pk_1', ...PAGE_PATHS }
const stepsOf = (framework: Framework) =>
  (readSetupSteps()[framework] ?? []).map(({ text, code }) => ({ text, code: fillIn(code, values) }))
const plan = (framework: Framework, files: Readonly<Record<string, string>>) =>
  editsFor(framework, new Map(Object.entries(files)), stepsOf(framework))
/** The changed files, after a check that a second run changes nothing. */
function written(framework: Framework, files: Readonly<Record<string, string>>): Record<string, string> {
  const after = Object.fromEntries(plan(framework, files).map((edit) => [edit.path, edit.after]))
  expect(plan(framework, { ...files, ...after })).toEqual([])
  return after
}

const TAG = '<script src="https://b.example/byhand.js" data-site-key="bh_pk_1" async></script>'
const HTML = '<!doctype html>\n<html>\n  <head>\n    <title>T</title>\n  </head>\n  <body></body>\n</html>\n'

describe('the lines', () => {
  it('go into the head of every page', () => {
    const tagged = HTML.replace('  </head>', `    ${TAG}\n  </head>`)
    expect(written('html', { 'index.html': HTML, 'public/b.html': HTML })).toEqual({
      'index.html': tagged,
      'public/b.html': tagged,
    })
  })

  it('go into a head on one line', () => {
    const page = '<html><head><title>T</title></head><body></body></html>'
    expect(written('html', { 'index.html': page })).toEqual({
      'index.html': page.replace('</head>', `${TAG}</head>`),
    })
  })

  it('wrap the app of React', () => {
    const main =
      "import { createRoot } from 'react-dom/client'\nimport App from './App.jsx'\n\ncreateRoot(document.getElementById('root')).render(\n  <StrictMode>\n    <App />\n  </StrictMode>,\n)\n"
    expect(written('react', { 'src/main.jsx': main })).toEqual({
      'src/main.jsx':
        "import { createRoot } from 'react-dom/client'\nimport App from './App.jsx'\nimport { Byhand } from '@byhand/react'\n\ncreateRoot(document.getElementById('root')).render(\n  <StrictMode>\n    <Byhand src=\"https://b.example/byhand.js\" siteKey=\"bh_pk_1\">\n      <App />\n    </Byhand>\n  </StrictMode>,\n)\n",
    })
  })

  it('go into the setup script of Vue', () => {
    const app =
      "<script setup>\nimport A from './A.vue'\nconst x = 1\n</script>\n\n<template><A /></template>\n"
    expect(written('vue', { 'src/App.vue': app })['src/App.vue']).toBe(
      "<script setup>\nimport A from './A.vue'\nimport { useByhand } from '@byhand/vue'\n\nuseByhand({ src: 'https://b.example/byhand.js', siteKey: 'bh_pk_1' })\nconst x = 1\n</script>\n\n<template><A /></template>\n",
    )
  })

  it.each(['express', 'fastify'] as const)('open the client of a server with %s', (name) => {
    const source = `import {\n  a,\n} from 'b'\nimport make from '${name}'\n\nconst app = ${name}()\n`
    const after = written(name, { 'src/server.js': source, 'public/index.html': HTML })
    expect(Object.keys(after)).toEqual(['src/server.js', 'public/index.html'])
    expect(after['src/server.js']).toBe(
      `import {\n  a,\n} from 'b'\nimport make from '${name}'\nimport { openClient } from '@byhand/node'\nimport { requireHuman } from '@byhand/node/${name}'\n\nconst byhand = openClient({ url: 'https://b.example', secretKey: process.env.BYHAND_SECRET_KEY })\nconst human = requireHuman({ client: byhand, siteKey: 'bh_pk_1' })\n\nconst app = ${name}()\n`,
    )
  })

  it('are required in a CommonJS server', () => {
    const after = written('express', {
      'index.js': "const express = require('express')\nconst app = express()\n",
    })
    expect(after['index.js']).toContain("\nconst { requireHuman } = require('@byhand/node/express')\n")
    expect(after['index.js']).not.toContain('import ')
  })

  it('go into the layout of Next.js', () => {
    const layout =
      'export default ({ children }) => (\n  <html>\n    <body className="x">{children}</body>\n  </html>\n)\n'
    expect(written('next', { 'app/layout.tsx': layout })['app/layout.tsx']).toContain(
      `    <body className="x">\n      ${TAG}{children}</body>`,
    )
  })

  it('go into the configuration of Nuxt', () => {
    const config = 'export default defineNuxtConfig({\n  devtools: { enabled: true }\n})\n'
    expect(written('nuxt', { 'nuxt.config.ts': config })['nuxt.config.ts']).toBe(
      config.replace(
        '({\n',
        "({\n  app: {\n    head: {\n      script: [{ src: 'https://b.example/byhand.js', 'data-site-key': 'bh_pk_1', async: true }],\n    },\n  },\n",
      ),
    )
  })

  it.each([
    ['sveltekit', 'src/app.html'],
    ['angular', 'src/index.html'],
    ['astro', 'src/layouts/Layout.astro'],
    ['react-router', 'app/root.tsx'],
    ['solid', 'index.html'],
    ['svelte', 'index.html'],
    ['htmx', 'public/index.html'],
    ['turbo', 'views/page.html'],
  ] as const)('go into the head of an app of %s', (name, path) => {
    expect(written(name, { [path]: HTML })[path]).toBe(HTML.replace('  </head>', `    ${TAG}\n  </head>`))
  })
})

it('does not understand other projects', () => {
  const cases: [Framework, Record<string, string>][] = [
    ['html', { 'a.html': '<p>' }],
    ['react', {}],
    ['react', { 'src/main.jsx': 'render(<Root />)' }],
    ['vue', { 'src/App.vue': '<script>export default {}</script>' }],
    ['express', { 'a.js': 'x', 'package.json': '{}' }],
    ['express', { 'a.js': 'express()', 'b.js': 'express()' }],
    ['next', { 'pages/index.jsx': '' }],
    ['sveltekit', { 'index.html': HTML }],
    ['nuxt', { 'nuxt.config.ts': 'export default {}' }],
    ['nuxt', { 'nuxt.config.ts': 'export default defineNuxtConfig({\n  app: {},\n})' }],
  ]
  for (const [framework, files] of cases) expect(() => plan(framework, files)).toThrow(NotUnderstood)
})

it('detects the framework', () => {
  const detect = (manifest: object, pages: Record<string, string> = {}) =>
    detectFrameworks(new Map(Object.entries({ 'package.json': JSON.stringify(manifest), ...pages })))
  expect(detect({ dependencies: { next: '1', react: '1' } })).toEqual(['next'])
  expect(detect({ dependencies: { vue: '1' }, devDependencies: { vite: '1' } })).toEqual(['vue'])
  expect(detect({ dependencies: { express: '1', react: '1' } })).toEqual(['express', 'react'])
  expect(detect({ devDependencies: { '@sveltejs/kit': '2', svelte: '5' } })).toEqual(['sveltekit'])
  expect(detect({ dependencies: { react: '1' }, devDependencies: { '@react-router/dev': '7' } })).toEqual([
    'react-router',
  ])
  expect(detect({ dependencies: { nuxt: '4', vue: '3' } })).toEqual(['nuxt'])
  expect(detect({ dependencies: { 'solid-js': '1' } })).toEqual(['solid'])
  expect(detect({}, { 'index.html': '' })).toEqual(['html'])
  expect(detect({})).toEqual([])
  expect(() => detectFrameworks(new Map([['package.json', '{']]))).toThrow(NotUnderstood)
})

it('shows changed lines with two lines around them', () => {
  const before = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11'].join('\n')
  const after = before.replace('3', 'three').replace('10', 'ten')
  expect(diff('a', before, after).split('\n')).toEqual([
    ...['--- a', '+++ a', ' 1', ' 2', '-3', '+three', ' 4', ' 5', '...'],
    ...[' 8', ' 9', '-10', '+ten', ' 11'],
  ])
})
