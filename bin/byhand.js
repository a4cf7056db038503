#!/usr/bin/env node
'use strict'
/** The `byhand` command. */
const { existsSync } = require('fs')
const { enableCompileCache } = require('module')
const { join } = require('path')
const { pathToFileURL } = require('url')
const { COMPILE_CACHE } = require('./compile_cache.js')
const { isNewEnough } = require('./current_node.js')
const { checkInstallation } = require('./installation.js')
const { launch } = require('./launch.js')

/** MiB of young generation. The default is twice that and saves little work. */
const YOUNG = '--max-semi-space-size=16'

const root = join(__dirname, '..')
const source = join(root, 'src', 'cli', 'main.ts')
/** A checkout runs its source. An installed package runs a bundle, since Node strips no types in node_modules. */
const main = existsSync(source) ? source : join(root, 'dist/server/bundle/cli.js')

if (isNewEnough) {
  checkInstallation()
  enableCompileCache(COMPILE_CACHE)
  void import(pathToFileURL(main).href)
} else launch([YOUNG, main, ...process.argv.slice(2)])
