/** Installs what tests need and `npm ci` does not install: packages of two folders, browsers, PostgreSQL, Python, others. */
import { installPackages } from './debian_packages.ts'
import { installTestPackages } from './npm_packages.ts'

installTestPackages()

installPackages({
  chromium: '/usr/bin/chromium',
  'chromium-headless-shell': '/usr/bin/chromium-headless-shell',
  'firefox-esr': '/usr/bin/firefox-esr',
  postgresql: '/usr/lib/postgresql/*/bin/postgres',
  xvfb: '/usr/bin/Xvfb',
  openbox: '/usr/bin/openbox',
  xdotool: '/usr/bin/xdotool',
  gcc: '/usr/bin/gcc',
  'libc6-dev': '/usr/include/stdio.h',
  faketime: '/usr/bin/faketime',
  'nginx-light': '/usr/sbin/nginx',
  caddy: '/usr/bin/caddy',
  'php-cli': '/usr/bin/php',
  openssl: '/usr/bin/openssl',
  unzip: '/usr/bin/unzip',
  python3: '/usr/bin/python3',
  'python3-pyatspi': '/usr/lib/python3/dist-packages/pyatspi/__init__.py',
  'at-spi2-core': '/usr/libexec/at-spi-bus-launcher',
  'dbus-daemon': '/usr/bin/dbus-daemon',
})
