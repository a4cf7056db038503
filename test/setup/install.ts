/** Installs test requirements that npm does not provide: browsers, a display, PostgreSQL, a C compiler, Python. */
import { installPackages } from './debian_packages.ts'

installPackages({
  chromium: '/usr/bin/chromium',
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
  python3: '/usr/bin/python3',
})
